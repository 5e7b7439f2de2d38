import type { Domain } from '../domain.js'

/** An origin that was added in the console. */
export interface AllowedOrigin {
  origin: string
  created_at: Date
}

/** The origins that the console added for the client. The sandbox also has those of production, which it cannot change. */
export const addedOrigins = ({ db, clientId }: Domain): Promise<AllowedOrigin[]> =>
  db.query<AllowedOrigin>('select origin, created_at from allowed_origins where client_id = $1 order by origin', [
    clientId,
  ])

/** Allows the pages of an origin to use the consumer's cookie. */
export async function addOrigin({ db, settings, clientId }: Domain, origin: string): Promise<void> {
  await db.query(
    'insert into allowed_origins (client_id, origin, created_at) values ($1, $2, $3) on conflict do nothing',
    [clientId, origin, new Date(settings.now())],
  )
}

export async function removeOrigin({ db, clientId }: Domain, origin: string): Promise<void> {
  await db.query('delete from allowed_origins where client_id = $1 and origin = $2', [clientId, origin])
}
