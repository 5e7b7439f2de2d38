/** How much each person has: events with their steps, and every third person a reward and a referral. */
const EVENTS_EACH = 6
const REWARDED = 3

/** The person who has shared most. */
export const SHARER = 'large-1'
const SHARES = 1_000

/** Fills a database of the demo with persons and what they did, as if they had come in the last year. */
export async function fill(database, people) {
  const [client] = await database.query(
    `select client_id as "clientId", campaign_id as "campaignId" from programs join clients using (client_id) where not sandbox`,
  )
  const restore = await dropIndexes(database)
  await database.transaction(async db => {
    // Checks no references and calls no triggers: the rows fit each other.
    await db.query('set local session_replication_role = replica')
    await insertRows(db, people, client)
  })
  await restore()
  await database.execute('vacuum analyze')
}

/** Drops the indexes that forbid nothing: a table fills several times faster without them. Returns the function that creates them again. */
async function dropIndexes(database) {
  const indexes = await database.query(
    `select c.relname as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class c on c.oid = i.indexrelid
     where not i.indisunique and c.relnamespace = 'public'::regnamespace`,
  )
  for (const { name } of indexes) await database.query(`drop index ${name}`)
  return () =>
    database.transaction(async db => {
      await db.query(`set local maintenance_work_mem = '1GB'`)
      for (const { definition } of indexes) await db.query(definition)
    })
}

async function insertRows(database, people, { clientId, campaignId }) {
  const insert = (table, columns, values, count, more = '') =>
    database.query(`insert into ${table} (${columns}) select ${values} from generate_series(1, ${count}) n ${more}`)
  const at = (n, all) => `now() - interval '1 year' * (${all} - ${n}) / ${all}`
  const events = people * EVENTS_EACH
  const person = `'large-' || (1 + n % ${people})`
  await insert(
    'persons',
    'person_id, client_id, email, first_name, created_at',
    `'large-' || n, '${clientId}', 'large-' || n || '@example.com', 'Person', ${at('n', people)}`,
    people,
  )
  await insert(
    'tokens',
    'token_hash, type, client_id, identity_id, device_id, scopes, created_at, expires_at',
    `'large-' || n, 'CONSUMER', '${clientId}', 'large-' || n, 'large-' || n, '{IDENTIFIED_CONSUMER}', now(), now() + interval '1 year'`,
    people,
  )
  await insert(
    'events',
    'event_id, person_id, device_id, event_name, partner_event_id, data, event_time, created_at',
    `'large-' || n, ${person}, 'large-' || n, 'product_viewed', 'large-' || n,
       json_build_object('sku', 'pot-' || n % 100, 'partner_event_id', 'large-' || n, 'cart_value', 49.5), ${at('n', events)}, ${at('n', events)}`,
    events,
  )
  await insert(
    'steps',
    'step_id, person_id, event_id, step_name, campaign_id, data, event_date, program_name, program_label',
    `'large-' || n, ${person}, 'large-' || n, 'product_viewed', '${campaignId}', json_build_object('sku', 'pot-' || n % 100), ${at('n', events)}, 'Give 20, get 20', 'refer-a-friend'`,
    events,
  )
  await insert(
    'shareables',
    'code, person_id, key, data, created_at',
    `'large-' || n, 'large-' || n, 'default', '{}', ${at('n', people)}`,
    people,
  )
  await insert(
    'clicks',
    'click_id, code, person_id, partner_share_id, clicked_at',
    `'large-' || n, 'large-' || (1 + n % ${people}), 'large-' || n, case when n <= ${SHARES} then 'share-' || n end, ${at('n', people)}`,
    people,
  )
  await insert(
    'referrals',
    'advocate_id, friend_id, code, container, reason, event_id, referred_at, last_at, updated_at',
    `${person}, 'large-' || n, 'large-' || n, 'production', 'CONVERSION', 'large-' || n, now(), now(), ${at('n', people)}`,
    people,
    `where n % ${REWARDED} = 0 and n > 1`,
  )
  await insert(
    'rewards',
    `reward_id, reward_name, person_id, friend_id, event_id, campaign_id, state, face_value, face_value_type, container, data, created_at,
       journey_name`,
    `'large-' || n, 'advocate-20', 'large-' || n, ${person}, 'large-' || n, '${campaignId}', (array['FULFILLED', 'EARNED'])[1 + n % 2], 20, 'USD',
       'production', '{}', ${at('n', people)}, 'Give 20, get 20'`,
    people,
    `where n % ${REWARDED} = 0`,
  )
  await insert(
    'reward_states',
    'reward_id, state, created_at',
    `'large-' || n, (array['FULFILLED', 'EARNED'])[1 + n % 2], ${at('n', people)}`,
    people,
    `where n % ${REWARDED} = 0`,
  )
  await insert(
    'shares',
    'share_id, person_id, campaign_id, event_id, code, partner_share_id, recipients, data, shared_at',
    `'large-' || n, case when n <= ${SHARES} then '${SHARER}' else 'large-' || n end, '${campaignId}', 'large-' || n, 'large-' || (1 + n % ${people}), 'share-' || n, '{}', '{}', ${at('n', people)}`,
    Math.max(people / REWARDED, SHARES),
  )
}
