/** Where browsers tell of what they refused. All of them know this way to say so; the newer `report-to` only some. */
export const VIOLATIONS = '/violations'

export interface Policy {
  nonce: string
  /** The one other origin the page may talk to. */
  programOrigin: string
  /** False: not even the page itself may bring a style sheet. */
  styles: boolean
  /** Whether the page may frame others of its own origin, beside the program's. */
  framesOwn?: boolean
}

/** The strict policy every page of the shop is served under. */
export function contentSecurityPolicy({ nonce, programOrigin, styles, framesOwn }: Policy): string {
  return [
    `default-src 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src ${styles ? `'nonce-${nonce}'` : `'none'`}`,
    `connect-src ${programOrigin}`,
    `img-src 'self' ${programOrigin}`,
    `frame-src ${framesOwn ? `'self' ` : ''}${programOrigin}`,
    `form-action 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    `report-uri ${VIOLATIONS}`,
  ].join('; ')
}
