import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'

type Store = Pick<Domain, 'db'>

/** Checks that `own` reaches `requested` within its account. Throws `invalid_client_id`. */
export async function checkClient(domain: Store, requested: string, own: string): Promise<void> {
  if (!(await reaches(domain, requested, own, false))) throw unknownClient(requested)
}

/** Checks that a token of the client `own` can create a token of the client `requested`. Throws `invalid_client_id`. */
export async function checkManagedClient(domain: Store, requested: string, own: string): Promise<void> {
  if (!(await managesClient(domain, requested, own))) throw unknownClient(requested)
}

/**
 * Whether both clients belong to one account, and a sandbox does not reach for production (specification 5.6); or whether `own` belongs to
 * the agency that manages the other account.
 */
export const managesClient = (domain: Store, requested: string, own: string): Promise<boolean> =>
  reaches(domain, requested, own, true)

async function reaches({ db }: Store, requested: string, own: string, asManager: boolean): Promise<boolean> {
  const [client] = await db.query(
    `select 1 from clients requested, clients own
     where requested.client_id = $1 and own.client_id = $2
       and (requested.account = own.account and (requested.sandbox or not own.sandbox)
         or $3 and requested.managed_by = own.account and not own.sandbox)`,
    [requested, own, asManager],
  )
  return client !== undefined
}

const unknownClient = (client_id: string) =>
  new RestError('invalid_client_id', 'There is no client with this id for this caller', { parameters: { client_id } })
