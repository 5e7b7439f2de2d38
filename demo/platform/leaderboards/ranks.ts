import { MAX_LEADERBOARDS } from '../campaign/widget-content.js'
import type { Domain } from '../domain.js'
import { type Person, personById } from '../identity/person.js'
import { runSoon } from '../jobs/job.js'
import {
  agreesInSql,
  countedInSql,
  isShownInSql,
  type Leaderboard,
  mayBeShownInSql,
  readLeaderboard,
  spanInSql,
  unitOf,
} from './leaderboard.js'
import { leaderboards, SPARE_ROWS } from './leaderboards-job.js'
import { type ShownPerson, showPerson } from './shown-person.js'

/** The ranks of a leaderboard as a consumer sees them: the content of the widget. */
export interface Ranks {
  rows: RankedRow[]
  /** The last day of the period. Null: all time. */
  ends_at: string | null
  /** Whether the consumer agrees that others see them. Undefined: nobody would see them in any case, so there is no choice. */
  opted_in: boolean | undefined
}

/** People with the same value share a rank. A consumer who is not ranked has none. */
interface RankedRow extends ShownPerson {
  rank: number | null
  value: number
  /** The row of the consumer. */
  own?: true
}

/** The most leaderboards of a client that the job computes. Each reads whole tables. */
const MAX_OF_CLIENT = 50

/** In place of ranks: says to the developer of the page why there are none. */
const NOT_FILLED_IN = {
  creative: `Not filled in: a creative can have at most ${MAX_LEADERBOARDS} leaderboards`,
  client: `Not filled in: a client can have at most ${MAX_OF_CLIENT} leaderboards`,
}

/**
 * The ranks that the leaderboards of a zone ask for (`counts`, `period`, `limit`), in their order, as one consumer sees them: the people who agree now, and
 * in any case the row of the consumer. Without `personId`, there is no such row. What the consumer has done counts until now, and that of others until the
 * last run of the job. A preview asks the job for nothing: its leaderboards are empty until a live zone has them.
 */
export async function ranksFor(
  domain: Domain,
  personId: string | undefined,
  contents: object[],
  isPreview: boolean,
): Promise<(Ranks | string)[]> {
  const person = personId === undefined ? undefined : await personById(domain, personId)
  const found: (Ranks | string)[] = []
  for (const content of contents.slice(0, MAX_LEADERBOARDS))
    found.push((await readRanks(domain, person, content, isPreview)) ?? NOT_FILLED_IN.client)
  return contents.map((_, index) => found[index] ?? NOT_FILLED_IN.creative)
}

/** Undefined: the client has too many leaderboards. */
async function readRanks(
  domain: Domain,
  person: Person | undefined,
  content: object,
  isPreview: boolean,
): Promise<Ranks | undefined> {
  const { limit, ...board } = readLeaderboard(content)
  const kept = await findKept(domain, board, isPreview)
  if (!kept) return undefined
  const others = await findOthers(domain, kept.top.slice(0, limit + SPARE_ROWS), person?.person_id)
  const ends_at = kept.last_day
  if (!person) return { rows: rankedRows(others).slice(0, limit), ends_at, opted_in: undefined }
  const own = await ownEntry(domain, person, board, kept)
  const ahead = kept.isCounted ? await peopleAhead(domain, board, own.value) : undefined
  // The job may have counted more of the consumer than is left: they are not ahead of themselves.
  const wasAhead = kept.top.some(([id, value]) => id === person.person_id && value > own.value)
  const rows = withOwnRow(own, others, wasAhead ? ahead! - 1 : ahead)
  const first = rows.filter(({ own }) => !own).slice(0, limit)
  return {
    rows: rows.filter(row => row.own || first.includes(row)),
    ends_at,
    opted_in: own.mayBeShown ? own.hasAgreed : undefined,
  }
}

/** A person with their value, as the job stores them. */
type Top = [personId: string, value: number]

interface Kept {
  starts_at: Date | null
  ends_at: Date | null
  last_day: string | null
  /** Empty until the job has counted the current period. */
  top: Top[]
  isCounted: boolean
}

/** Zones ask for a leaderboard again after this time. */
const ASK_AFTER_MS = 24 * 3_600_000

/** The period as it is now, and what the job has stored. Asks the job for a leaderboard that it does not know. Undefined: the client has too many. */
async function findKept(domain: Domain, board: Leaderboard, isPreview: boolean): Promise<Kept | undefined> {
  const { db, settings, clientId } = domain
  const now = new Date(settings.now())
  const [found] = await db.query<
    Omit<Kept, 'isCounted'> & { as_of: Date | null; counted_from: Date | null; wanted_at: Date | null }
  >(
    `select ${spanInSql('$4', '$5', 'c.time_zone')}, b.as_of, b.starts_at as counted_from, b.wanted_at, b.top
     from clients c left join leaderboards b on b.client_id = c.client_id and b.counts = $2 and b.period = $3 where c.client_id = $1`,
    [clientId, board.counts, board.period, unitOf(board), now],
  )
  const { as_of, counted_from, wanted_at, top, ...span } = found!
  const isDue = !wanted_at || now.getTime() - wanted_at.getTime() > ASK_AFTER_MS
  if (isDue && !isPreview && !(await ask(domain, board, now, wanted_at !== null))) return undefined
  const isCounted = as_of !== null && counted_from?.getTime() === span.starts_at?.getTime()
  return { ...span, isCounted, top: isCounted ? top : [] }
}

/** Returns whether the job computes it. Does not wait for the job, which locks what it computes: an insertion would, if the row is there. */
async function ask(domain: Domain, { counts, period }: Leaderboard, now: Date, isKnown: boolean): Promise<boolean> {
  const params = [domain.clientId, counts, period, now]
  if (!isKnown) {
    const [{ count }] = (await domain.db.query<{ count: number }>(
      'select count(*)::int as count from leaderboards where client_id = $1',
      [domain.clientId],
    )) as [{ count: number }]
    if (count >= MAX_OF_CLIENT) return false
    await domain.db.query(
      'insert into leaderboards (client_id, counts, period, wanted_at) values ($1, $2, $3, $4) on conflict do nothing',
      params,
    )
  }
  await domain.db.query(
    `update leaderboards set wanted_at = $4 where (client_id, counts, period) = (
       select client_id, counts, period from leaderboards where client_id = $1 and counts = $2 and period = $3 for update skip locked)`,
    params,
  )
  await runSoon(domain, leaderboards.name)
  return true
}

/** A person in a list that is not ranked yet. */
interface Entry extends ShownPerson {
  value: number
}

interface OwnEntry extends Entry {
  /** Whether the consumer agrees that others see them. */
  hasAgreed: boolean
  /** Whether others see them then. */
  mayBeShown: boolean
}

async function ownEntry(
  domain: Domain,
  person: Person,
  board: Leaderboard,
  { starts_at, ends_at }: Kept,
): Promise<OwnEntry> {
  const [own] = await domain.db.query<Pick<OwnEntry, 'value' | 'hasAgreed' | 'mayBeShown'>>(
    `with who as (select person_id from persons where person_id = $1),
       facts as (${countedInSql(board, '$2')})
     select (select count(*)::int from facts where at >= coalesce($3::timestamptz, '-infinity') and at < coalesce($4::timestamptz, 'infinity')) as value,
       ${agreesInSql('p')} as "hasAgreed", ${mayBeShownInSql('p')} as "mayBeShown"
     from persons p where person_id = $1`,
    [person.person_id, board.counts, starts_at, ends_at],
  )
  return { ...showPerson(person), ...own! }
}

/** The people of a list whom others may see now. */
async function findOthers({ db, clientId }: Domain, top: Top[], ownId?: string): Promise<Entry[]> {
  const ids = top.map(([id]) => id).filter(id => id !== ownId)
  if (!ids.length) return []
  const people = await db.query<Parameters<typeof showPerson>[0]>(
    `select person_id, email, partner_user_id, first_name, last_name, profile_picture_url from persons p
     where person_id = any($1) and client_id = $2 and ${isShownInSql('p')}`,
    [ids, clientId],
  )
  return top.flatMap(([id, value]) => {
    const person = people.find(({ person_id }) => person_id === id)
    return person && id !== ownId ? { ...showPerson(person), value } : []
  })
}

/** How many of the people whom the job has ranked have a greater value. */
async function peopleAhead({ db, clientId }: Domain, { counts, period }: Leaderboard, value: number): Promise<number> {
  const [next] = await db.query<{ people: number }>(
    `select people from leaderboard_values where client_id = $1 and counts = $2 and period = $3 and value > $4 order by value limit 1`,
    [clientId, counts, period, value],
  )
  return next?.people ?? 0
}

/** The rank of a value among those of `entries`: people with the same value share it. */
const rankAmong = (entries: Entry[], value: number) => 1 + entries.filter(each => each.value > value).length

/** The rows of other people. Their ranks are those among `all`. */
const rankedRows = (others: Entry[], all = others): RankedRow[] =>
  others.map(({ name, image_url, value }) => ({ rank: rankAmong(all, value), name, image_url, value }))

/**
 * The first people, with the row of the consumer in its place, after those with the same value. The consumer counts for the ranks of the others, even if
 * nobody else sees this row: two people share a rank only if they have the same value. `ahead` is how many people are before the consumer in the whole
 * leaderboard. Undefined: it is not counted yet.
 */
function withOwnRow(own: OwnEntry, others: Entry[], ahead: number | undefined): RankedRow[] {
  const rows = rankedRows(others, [...others, own])
  const lowest = others.at(-1)?.value ?? Infinity
  const rank = own.value >= lowest ? rankAmong(others, own.value) : 1 + Math.max(ahead ?? 0, others.length)
  const isRanked = own.value > 0 && ahead !== undefined
  const { name, image_url, value } = own
  const ownRow: RankedRow = { ...{ rank: isRanked ? rank : null, name, image_url, value }, own: true }
  const place = isRanked ? rows.filter(row => row.value >= value).length : rows.length
  return rows.toSpliced(place, 0, ownRow)
}
