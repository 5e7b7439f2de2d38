import type { Domain } from '../domain.js'
import type { Person } from '../identity/person.js'
import type { Token } from '../identity/token.js'

export type Consent = 'granted' | 'denied' | 'unset'

/** The cookie consent of a consumer. */
export async function cookieConsent(domain: Domain, { identity_id }: Token): Promise<Consent | null> {
  const [person] = await domain.db.query<Pick<Person, 'cookie_consent'>>(
    'select cookie_consent from persons where person_id = $1',
    [identity_id],
  )
  return consentOf(domain, person?.cookie_consent ?? null)
}

/** A consumer's own cookie consent, else the default of the program. Null if the program does not ask, or if the client has none. */
export async function consentOf(domain: Domain, own: Person['cookie_consent']): Promise<Consent | null> {
  const { clientId, configuration } = domain
  const load = () => findProgramConsent(domain)
  const ofProgram = await (configuration?.read({ name: `consent of ${clientId}`, load }) ?? load())
  return ofProgram && (own ?? ofProgram.cookie_consent)
}

async function findProgramConsent({ db, clientId }: Domain): Promise<{ cookie_consent: Consent | null } | null> {
  const [program] = await db.query<{ cookie_consent: Consent | null }>(
    'select cookie_consent from programs where client_id = $1',
    [clientId],
  )
  return program ?? null
}

/** Whether the platform may set cookies. */
export const isCookieAllowed = (consent: Consent | null) => consent === null || consent === 'granted'
