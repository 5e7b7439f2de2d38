import type { Domain } from '../domain.js'
import { clientWithSettings } from '../identity/client-settings.js'
import type { Person } from '../identity/person.js'
import type { Token } from '../identity/token.js'
import { prepared } from '../store/prepared.js'

export type Consent = 'granted' | 'denied' | 'unset'

/** The cookie consent of a consumer. */
export async function cookieConsent(domain: Domain, { identity_id }: Token): Promise<Consent | null> {
  const [person] = await domain.db.query<Pick<Person, 'cookie_consent'>>(
    prepared('select cookie_consent from persons where person_id = $1'),
    [identity_id],
  )
  return consentOf(domain, person?.cookie_consent ?? null)
}

/** A consumer's own cookie consent, else the default of the program. Null if the program does not ask. */
export async function consentOf(domain: Domain, own: Person['cookie_consent']): Promise<Consent | null> {
  if (own) return own
  const { clientId, configuration } = domain
  const load = () => consentOfProgram(domain)
  return configuration?.read({ name: `consent of ${clientId}`, load }) ?? load()
}

const consentOfProgram = async (domain: Domain): Promise<Consent | null> =>
  (await clientWithSettings(domain)).cookie_consent

/** Whether the platform may set cookies. */
export const isCookieAllowed = (consent: Consent | null) => consent === null || consent === 'granted'
