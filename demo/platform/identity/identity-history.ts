import type { Domain } from '../domain.js'
import { prepared } from '../store/prepared.js'

/** A value of an identity key that a person has or had. */
export interface PastIdentity {
  identity_key: 'email' | 'partner_user_id'
  identity_key_value: string
  /** The profile that has the value. It differs from the person's id if the profile was merged into that person. */
  person_id: string
  created_date: Date
  /** Null: the person has the value now. */
  ended_date: Date | null
}

/** Stores the identity of a person, and of those merged into them, if it has changed. Runs in a transaction. */
export async function recordIdentity({ db, settings }: Domain, personId: string): Promise<void> {
  const now = new Date(settings.now())
  await db.query(
    prepared(`update identity_history old set ended_at = $2 from (${currentIdentity}) held
     where old.person_id = held.person_id and old.identity_key = held.identity_key and ended_at is null
       and old.value is distinct from held.value`),
    [personId, now],
  )
  await db.query(
    prepared(`insert into identity_history (person_id, identity_key, value, created_at)
     select person_id, identity_key, value, $2 from (${currentIdentity}) held where value is not null
       and not exists (select 1 from identity_history known where known.person_id = held.person_id
         and known.identity_key = held.identity_key and ended_at is null)
     order by person_id, identity_key`),
    [personId, now],
  )
}

/** The identities that a person and those merged into them had, oldest first. */
export const identityHistoryOf = ({ db }: Domain, personId: string): Promise<PastIdentity[]> =>
  db.query<PastIdentity>(
    `select identity_key, value as identity_key_value, person_id, h.created_at as created_date, ended_at as ended_date
     from identity_history h where person_id in (select person_id from persons where person_id = $1 or merged_into = $1)
     order by h.created_at, position`,
    [personId],
  )

/** One row for each key, with its value or null. */
const currentIdentity = `select person_id, identity_key, value from persons
  cross join lateral (values ('email', email), ('partner_user_id', partner_user_id)) as keys (identity_key, value)
  where person_id = $1 or merged_into = $1`
