import type { Domain } from '../domain.js'
import type { AddedOrigin, ProgramDomain } from '../options.js'

/** The allowed origins and the program domains that the console has added for the clients of all accounts. */
export interface AccountSites {
  addedOrigins: AddedOrigin[]
  addedDomains: ProgramDomain[]
}

export async function findAccountSites({ db }: Domain): Promise<AccountSites> {
  const rows = await db.query<ProgramDomain & { is_domain: boolean }>(
    `select origin, reader.client_id, false as is_primary, created_at, false as is_domain
     from allowed_origins o join clients owner using (client_id)
       join clients reader on reader.client_id = owner.client_id
         or (reader.account = owner.account and reader.sandbox and not owner.sandbox)
     union all
     select origin, client_id, is_primary, created_at, true from program_domains
     order by created_at, origin`,
  )
  return {
    addedOrigins: rows.filter(({ is_domain }) => !is_domain),
    addedDomains: rows.filter(({ is_domain }) => is_domain),
  }
}
