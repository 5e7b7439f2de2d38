import { EVENTS_PER_VISIT } from './visits.js'

/** Asks the database whether each event was recorded once, and whether each friend and each advocate has the reward that they have earned. */
export async function check(database, visits) {
  const [events] = await database.query(
    `select count(*) as recorded, count(distinct partner_event_id) as different
     from events where partner_event_id like 'visit-%'`,
  )
  const [friends] = await database.query(
    `select count(*) as rewards, count(distinct r.person_id) as people
     from rewards r where r.reward_name = 'friend-20'`,
  )
  const [advocates] = await database.query(`select count(*) as rewards from rewards where reward_name = 'advocate-20'`)
  const [referrals] = await database.query('select count(*) as count from referrals')
  const expected = [
    ['events', events.recorded, visits * EVENTS_PER_VISIT],
    ['different events', events.different, visits * EVENTS_PER_VISIT],
    ['rewards of friends', friends.rewards, visits],
    ['friends with a reward', friends.people, visits],
    ['rewards of advocates', advocates.rewards, visits],
    ['referrals', referrals.count, visits],
  ]
  return expected.map(([what, found, wanted]) => ({ what, found, wanted, right: found === wanted ? 'yes' : 'NO' }))
}

/** The tables that grow most: bytes with their indexes, and for each visit. */
export async function sizes(database, visits) {
  const tables = await database.query(
    `select relname as table, pg_total_relation_size(oid) as bytes from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 8`,
  )
  return tables.map(({ table, bytes }) => ({
    table,
    kB: Math.round(bytes / 1_024),
    'bytes a visit': Math.round(bytes / visits),
  }))
}
