import type { Domain } from '../domain.js'
import { withOriginsOf } from '../http/allowed-origins.js'

/** Adds a program domain for the client of the caller. Returns false if it exists already, for any client. */
export async function addDomain({ db, settings, clientId }: Domain, origin: string): Promise<boolean> {
  const [added] = await db.query(
    `insert into program_domains (origin, client_id, created_at) values ($1, $2, $3)
     on conflict do nothing returning 1`,
    [origin, clientId, new Date(settings.now())],
  )
  return added !== undefined
}

/** Removes a program domain of the client. Links that lead there stop working. */
export async function removeDomain({ db, clientId }: Domain, origin: string): Promise<void> {
  await db.query('delete from program_domains where origin = $1 and client_id = $2', [origin, clientId])
}

/**
 * Makes a program domain of the client the primary one. An origin that is none of its added domains stands for the domain in the options of
 * the platform.
 */
export async function makePrimary({ db, clientId }: Domain, origin: string): Promise<void> {
  // The unique index is checked row by row, so one statement could find two primary domains for a moment.
  await db.query('update program_domains set is_primary = false where client_id = $1 and is_primary', [clientId])
  await db.query('update program_domains set is_primary = true where client_id = $1 and origin = $2', [
    clientId,
    origin,
  ])
}

/** The domain as seen from the program domain that a request was sent to. Undefined if the platform does not serve it. */
export function atDomain<T extends Domain>(domain: T, origin: string): T | undefined {
  const { settings } = domain
  if (origin === settings.programOrigin) return domain
  const added = settings.addedDomains.find(each => each.origin === origin)
  return added && withOriginsOf({ ...domain, settings: { ...settings, programOrigin: origin } }, added.client_id)
}

/** The domain as seen by a client that calls another site than a program domain: links lead to its primary program domain. */
export function asClient<T extends Domain>(domain: T, clientId: string): T {
  const { settings } = domain
  const primary = settings.addedDomains.find(each => each.client_id === clientId && each.is_primary)
  return withOriginsOf(
    { ...domain, settings: { ...settings, programOrigin: primary?.origin ?? settings.programOrigin } },
    clientId,
  )
}
