/** The names of headers and cookies that contain the vendor name (specification 5.2 and 5.5). */
export interface WireNames {
  token: string
  cookieConsent: string
  errorMessage: string
  campaign: string
  inputEventId: string
  jwt: string
  debug: string
  /** The current name of the cookie. */
  cookie: string
  /** An older name of the cookie that the platform still reads. */
  olderCookie: string
}

export function wireNames(vendor: string): WireNames {
  const header = (name: string) => `X-${vendor[0]!.toUpperCase()}${vendor.slice(1)}-${name}`
  return {
    token: header('Token'),
    cookieConsent: header('Cookie-Consent'),
    errorMessage: header('Error-Message'),
    campaign: header('Campaign'),
    inputEventId: header('Input-Event-Id'),
    jwt: header('Jwt'),
    debug: header('Debug'),
    cookie: `${vendor}_token`,
    olderCookie: 'access_token',
  }
}
