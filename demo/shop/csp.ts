/** Browsers report violations to this path. All of them support `report-uri`, but not all support the newer `report-to`. */
export const VIOLATIONS = '/violations'

export interface Policy {
  nonce: string
  /** The only other origin that the page may call. */
  programOrigin: string
  /** Whether the page may have style sheets. */
  styles: boolean
  /** Whether the page may have frames of its own origin. */
  framesOwn?: boolean
}

/** The strict Content Security Policy of the shop's pages. */
export function contentSecurityPolicy({ nonce, programOrigin, styles, framesOwn }: Policy): string {
  return [
    `default-src 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src ${styles ? `'nonce-${nonce}'` : `'none'`}`,
    `connect-src ${programOrigin}`,
    `img-src 'self' ${programOrigin}`,
    `media-src 'self'`,
    `frame-src ${framesOwn ? `'self' ` : ''}${programOrigin}`,
    `form-action 'self'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    `report-uri ${VIOLATIONS}`,
  ].join('; ')
}
