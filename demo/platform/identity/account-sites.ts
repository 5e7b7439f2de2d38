import type { Domain } from '../domain.js'
import type { ProgramDomain } from '../options.js'

/**
 * Adds the allowed origins and the program domains of the console to those in the options of the platform. Reads both in one statement, because
 * each request needs them.
 */
export async function withAccountSites<T extends Domain>(domain: T): Promise<T> {
  const { db, clientId, settings } = domain
  const rows = await db.query<Omit<ProgramDomain, 'client_id'> & { client_id: string | null }>(
    `select origin, null as client_id, false as is_primary, created_at
     from allowed_origins join clients using (account) where client_id = $1
     union all
     select origin, d.client_id, is_primary, created_at
     from program_domains d join clients using (client_id)
     where account = (select account from clients where client_id = $1)
     order by created_at, origin`,
    [clientId],
  )
  const origins = rows.filter(({ client_id }) => client_id === null).map(({ origin }) => origin)
  const addedDomains = rows.filter((row): row is ProgramDomain => row.client_id !== null)
  return {
    ...domain,
    settings: { ...settings, addedDomains, allowedOrigins: [...settings.allowedOrigins, ...origins] },
  }
}
