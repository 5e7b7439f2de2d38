import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'

/**
 * Checks that a token of the client `own` can create a token of the client `requested`. Throws `invalid_client_id`.
 */
export async function checkClient(domain: Pick<Domain, 'db'>, requested: string, own: string): Promise<void> {
  if (await canReachClient(domain, requested, own)) return
  throw new RestError('invalid_client_id', 'There is no client with this id for this caller', {
    parameters: { client_id: requested },
  })
}

/** Whether both clients belong to one account, and a sandbox does not reach for production (specification 5.6). */
export async function canReachClient({ db }: Pick<Domain, 'db'>, requested: string, own: string): Promise<boolean> {
  const [client] = await db.query(
    `select 1 from clients requested join clients own using (account)
     where requested.client_id = $1 and own.client_id = $2
       and (requested.sandbox or not own.sandbox or requested.client_id = own.client_id)`,
    [requested, own],
  )
  return client !== undefined
}
