import type { Domain } from '../domain.js'
import { clientWithSettings } from '../identity/client-settings.js'
import type { Person } from '../identity/person.js'
import { type Token, tokenLevel } from '../identity/token.js'
import { prepared } from '../store/prepared.js'

export type Consent = 'granted' | 'denied' | 'unset'

/** The cookie consent of a consumer. */
export async function cookieConsent(domain: Domain, token: Token): Promise<Consent | null> {
  if (tokenLevel(token) !== 'verified') return consentOf(domain, token, null)
  const [person] = await domain.db.query<Pick<Person, 'cookie_consent'>>(
    prepared('select cookie_consent from persons where person_id = $1'),
    [token.identity_id],
  )
  return consentOf(domain, token, person?.cookie_consent ?? null)
}

/**
 * A verified consumer's own cookie consent, else the default of the program. Null if the program does not ask. Anybody can name a person, and must
 * neither learn nor take over what that person has decided.
 */
export async function consentOf(domain: Domain, token: Token, own: Person['cookie_consent']): Promise<Consent | null> {
  if (own && tokenLevel(token) === 'verified') return own
  const { clientId, configuration } = domain
  const load = () => consentOfProgram(domain)
  return configuration?.read({ name: `consent of ${clientId}`, load }) ?? load()
}

const consentOfProgram = async (domain: Domain): Promise<Consent | null> =>
  (await clientWithSettings(domain)).cookie_consent

/** Whether the platform may set cookies: `addSessionHeaders` sets or removes them accordingly. */
export const isCookieAllowed = (consent: Consent | null) => consent === null || consent === 'granted'
