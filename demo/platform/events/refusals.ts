import type { Domain } from '../domain.js'
import type { RestError } from '../http/rest-error.js'
import { newId } from '../store/id.js'
import { storable } from '../store/storable.js'
import { withoutTokens } from './without-tokens.js'

/** How many refusals of each kind a client keeps, and for how long. Anybody can open links with invented codes. */
export const MAX_KEPT = 1_000
export const KEPT_MS = 30 * 86_400_000

/** The longest name or code that is kept whole. */
const MAX_SUBJECT = 200

export interface Refusal {
  kind: 'EVENT' | 'CLICK'
  /** The name of the event, or the code in the link. */
  subject: string
  /** The id with which an event was accepted. */
  event_id: string | null
  code: string
  message: string
  data: unknown
  refused_at: Date
}

type NewRefusal = Pick<Refusal, 'kind' | 'subject'> &
  Partial<Pick<Refusal, 'event_id'>> & { data?: Record<string, unknown>; reason: Pick<RestError, 'code' | 'message'> }

/** Keeps what was refused with the reason, so that somebody can look it up. Deletes what the client keeps too long, or too much of. */
export async function keepRefusal({ db, settings, clientId }: Domain, refusal: NewRefusal): Promise<void> {
  const { kind, subject, event_id = null, reason, data = null } = refusal
  const now = settings.now()
  await db.query(
    `insert into refusals (refusal_id, client_id, kind, subject, event_id, code, message, data, refused_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::json, $9)`,
    [
      ...[newId(), clientId, kind, storable(subject).slice(0, MAX_SUBJECT), event_id, reason.code],
      ...[storable(reason.message), data && JSON.stringify(withoutTokens(data)), new Date(now)],
    ],
  )
  // Another process may delete the same rows.
  await db.query(
    `delete from refusals where refusal_id in (
       select refusal_id from refusals where client_id = $1 and kind = $2 and (refused_at < $3 or position <= (
         select position from refusals where client_id = $1 and kind = $2 order by position desc offset ${MAX_KEPT} limit 1))
       for update skip locked)`,
    [clientId, kind, new Date(now - KEPT_MS)],
  )
}

/** The refusals of the client, newest first. With an id: only those of that event or code. */
export const findRefusals = (
  { db, settings, clientId }: Domain,
  { find, limit }: { find?: string | undefined; limit: number },
): Promise<Refusal[]> =>
  db.query<Refusal>(
    `select kind, subject, event_id, code, message, data, refused_at from refusals
     where client_id = $1 and refused_at >= $2 and ($3::text is null or event_id = $3 or subject = $3)
     order by position desc limit $4`,
    [clientId, new Date(settings.now() - KEPT_MS), find ?? null, limit],
  )
