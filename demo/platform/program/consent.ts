import type { Domain } from '../domain.js'
import type { Token } from '../identity/token.js'

export type Consent = 'granted' | 'denied' | 'unset'

/** The cookie consent of a consumer: their own, else the default of the program. Null if the program does not ask. */
export async function cookieConsent({ db, clientId }: Domain, { identity_id }: Token): Promise<Consent | null> {
  const [row] = await db.query<{ consent: Consent | null }>(
    `select coalesce(p.cookie_consent, g.cookie_consent) as consent
     from programs g left join persons p on p.person_id = $2 where g.client_id = $1`,
    [clientId, identity_id],
  )
  return row?.consent ?? null
}

/** Whether the platform may set cookies. */
export const isCookieAllowed = (consent: Consent | null) => consent === null || consent === 'granted'
