import type { Domain } from '../domain.js'
import type { AddedOrigin, ProgramDomain } from '../options.js'

/** The allowed origins and the program domains that the console has added for the clients of the account. */
export interface AccountSites {
  addedOrigins: AddedOrigin[]
  addedDomains: ProgramDomain[]
}

export async function findAccountSites({ db, clientId }: Domain): Promise<AccountSites> {
  const rows = await db.query<ProgramDomain & { is_domain: boolean }>(
    `with account as (select * from clients where account = (select account from clients where client_id = $1))
     select origin, reader.client_id, false as is_primary, created_at, false as is_domain
     from allowed_origins o join account owner on owner.client_id = o.client_id
       join account reader on reader.client_id = owner.client_id or (reader.sandbox and not owner.sandbox)
     union all
     select origin, client_id, is_primary, created_at, true from program_domains join account using (client_id)
     order by created_at, origin`,
    [clientId],
  )
  return {
    addedOrigins: rows.filter(({ is_domain }) => !is_domain),
    addedDomains: rows.filter(({ is_domain }) => is_domain),
  }
}
