import { beforeAll, expect, test, vi } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import { demo } from '../../../../demo/platform/index.js'
import { reportTypes } from '../../../../demo/platform/server/report-runners/report-types.js'
import type { Queryable } from '../../../../demo/platform/store/database.js'
import { useConsole } from '../console/use-console.js'
import { acceptsJson, everyCall, tokenFor, useEveryCall } from '../openapi/every-call.js'
import { server, tokenIn } from '../use-platform.js'

/** How PostgreSQL plans the statements of every call where there are many people. */
const { visit, send, exampleOf } = useEveryCall()
const user = useConsole(visit)

const PEOPLE = 100_000

/** A row of each person in each table that grows with people and what they do: the columns, and the values of person `n`. */
const ROWS: [table: string, columns: string, values: string][] = [
  [
    'persons',
    'person_id, client_id, email, partner_user_id, created_at',
    `'p' || n, '${demo.clientId}', 'p' || n || '@example.com', 'u' || n, now()`,
  ],
  [
    'tokens',
    'token_hash, type, client_id, identity_id, device_id, scopes, created_at',
    `'t' || n, 'CONSUMER', '${demo.clientId}', 'p' || n, 'd' || n, '{}', now()`,
  ],
  [
    'events',
    'event_id, person_id, device_id, event_name, partner_event_id, data, event_time, created_at',
    `'e' || n, 'p' || n, 'd' || n, 'purchase', n, '{}', now(), now()`,
  ],
  [
    'steps',
    'step_id, person_id, event_id, step_name, campaign_id, data, event_date, program_name, program_label',
    `'s' || n, 'p' || n, 'e' || n, 'purchase', '${demo.campaignId}', '{}', now(), '', ''`,
  ],
  ['shareables', 'code, person_id, key, data, created_at', `'c' || n, 'p' || n, 'default', '{}', now()`],
  [
    'shares',
    'share_id, person_id, campaign_id, event_id, code, recipients, data, shared_at',
    `'h' || n, 'p' || n, '${demo.campaignId}', 'e' || n, 'c' || n, '{}', '{}', now()`,
  ],
  ['clicks', 'click_id, code, person_id, clicked_at, visitor_id', `'k' || n, 'c' || n, 'p' || n, now(), 'p' || n`],
  [
    'referrals',
    'advocate_id, friend_id, code, container, reason, updated_at, event_id',
    `'p' || n, 'p' || (1 + n % ${PEOPLE}), 'c' || n, 'production', 'click', now(), 'e' || n`,
  ],
  [
    'rewards',
    `reward_id, reward_name, person_id, friend_id, advocate_id, event_id, campaign_id, state, face_value, face_value_type, container, data,
       created_at, journey_name`,
    `'r' || n, 'advocate-20', 'p' || n, 'p' || (1 + n % ${PEOPLE}), 'p' || n, 'e' || n, '${demo.campaignId}', 'FULFILLED', 20, 'USD', 'production', '{}',
       now(), ''`,
  ],
  ['reward_states', 'reward_id, state, created_at', `'r' || n, 'EARNED', now()`],
  [
    'mails',
    'mail_id, person_id, recipient, subject, body, status, created_at',
    `'m' || n, 'p' || n, '', '', '', 'SENT', now()`,
  ],
  [
    'assets',
    'asset_id, person_id, name, filename, mime_type, tags, data_type, status, created_at',
    `'a' || n, 'p' || n, '', '', '', '{}', 'PUBLIC', 'APPROVED', now()`,
  ],
  [
    'journeys',
    `journey_id, person_id, campaign_id, container, journey_type, entry, last, created_at, updated_at, program_label, journey_name`,
    `'j' || n, 'p' || n, '${demo.campaignId}', 'production', 'ADVOCATE', '{}', '{}', now(), now(), '', ''`,
  ],
  ['audience_memberships', 'person_id, audience_id, created_at, updated_at', `'p' || n, 'partners', now(), now()`],
  ['identity_history', 'person_id, identity_key, value, created_at', `'p' || n, 'email', '', now()`],
  [
    'parameters',
    'person_id, name, value, updated_at',
    `'p' || n, (array['size', 'leaderboard_opt_in'])[1 + n % 2], 'true', now()`,
  ],
]

/** The job that computes the figures of the console. No request waits for it. */
const FIGURES = 'the figures of the console'

/** The job that ranks people. No request waits for it. */
const LEADERBOARDS = 'the leaderboards'

/** What counts all that people have done. Only a platform with the demo data has a clock that can be moved. */
const WHOLE = ['GET /v2/rewards/state_summary', 'POST /v2/clock', FIGURES, LEADERBOARDS]

/** The statements of the calls so far, with the parameters and the call of the first time. */
const statements = new Map<string, { params: unknown[]; call: string }>()
let call = ''

beforeAll(async () => {
  const { db } = visit.platform
  for (const [table, columns, values] of ROWS)
    await db.query(`insert into ${table} (${columns}) select ${values} from generate_series(1, ${PEOPLE}) n`)
  await db.execute('vacuum analyze')
  const recording = recordingOf({ ...db })
  vi.spyOn(db, 'query').mockImplementation(recording.query)
  vi.spyOn(db, 'transaction').mockImplementation(recording.transaction)
}, 120_000)

const recordingOf = (db: Queryable): Queryable => ({
  ...db,
  query(sql, params = []) {
    if (!statements.has(sql)) statements.set(sql, { params, call })
    return db.query(sql, params)
  },
  transaction: work => db.transaction(inner => work(recordingOf(inner))),
})

/** A cold page, the link of an advocate, a zone, an event and a purchase. */
async function visitShop() {
  const json = (event_name: string, data = {}) => ({ json: { event_name, data } })
  const token = tokenIn(await visit.send('/zones', json('share_experience')))
  await visit.send(`/s/${demo.ada.code}`, { cookie: token })
  await visit.send('/zones', { token, ...json('account') })
  await visit.send('/events', { token, ...json('product_viewed', { partner_event_id: 'view' }) })
  const data = { email: 'friend@example.com', cart_value: 50, partner_event_id: 'order' }
  await visit.send('/events', { token, ...json('purchase', data) })
}

/** A leaderboard of each kind, before and after the job has ranked people, of somebody who is among them. */
async function openLeaderboards() {
  const items = ['referrals', 'rewards', 'purchase'].flatMap(counts =>
    ['all', 'week'].map(period => ({ widget: 'leaderboard', counts, period, ranks: '{{ranks}}' })),
  )
  const zones = { board: JSON.stringify({ creatives: [{ content: { widget: 'stack', items } }] }) }
  await addVersion(visit.platform, { zones, editorId: 'ida', message: '', publish: true, at: new Date(visit.now) })
  const token = await visit.verified('p77@example.com')
  const read = async () => (await visit.send('/zones/board', { token, json: {} })).json()
  await read()
  call = LEADERBOARDS
  visit.now += 5 * 60_000
  await visit.platform.updateLeaderboards()
  call = 'a leaderboard'
  const { items: filled } = await read()
  expect(filled.map(({ ranks }: { ranks: { rows: object[] } }) => ranks.rows.length)).toEqual([11, 1, 11, 1, 11, 1])
}

/** Reports of every type, their second pages, and searches by one of the brand's own ids and by the keys of a person. */
async function readLarge() {
  const token = demo.serverToken
  const read = async (path: string, json?: object) => (await visit.send(server + path, { token, json })).json()
  for (const report_type of reportTypes) {
    call = `the report ${report_type}`
    const { id } = await read('/v7/report-runners', { name: 'A test', report_type })
    expect((await read(`/v7/report-runners/${id}/run`, {})).rows).toBeGreaterThan(1_000)
  }
  call = 'a search by a partner key'
  for (const value of ['77', 'A-77']) await read(`/v5/persons?partner_key=partner_event_id:${value}`)
  call = 'a search by another key'
  for (const key of ['email=p77@example.com', 'partner_user_id=u77'])
    expect(await read(`/v5/persons?${key}`)).toMatchObject([{ id: 'p77' }])
}

/** The home page of the console, after its figures are computed. */
async function openHome() {
  call = FIGURES
  visit.now += 5 * 60_000
  await visit.platform.updateFigures()
  call = 'the home page of the console'
  expect(await user.read('/console?days=90')).toContain('<h2 id="funnel">')
}

/** Searches in the console: by a part of an email, by a name that nobody has, and by one of the brand's own ids. A text of two characters has no index. */
async function searchPeople() {
  call = 'a search in the console'
  expect(await user.read('/console/people?search=P77777@EX')).toContain('p77777@example.com')
  for (const search of ['Nobody', '770077']) await user.read(`/console/people?search=${search}`)
}

/** Both persons have referrals and rewards, which the merge changes one by one. */
async function mergePersons() {
  call = 'a merge of two persons'
  const json = { target_person_id: 'p90009' }
  const response = await visit.send(`${server}/v5/persons/p90005/forward`, { token: demo.serverToken, json })
  expect(response.status).toBe(200)
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Cond'?: string
  'Plan Rows': number
  Plans?: Plan[]
}

/** What reads all rows before it returns the first one. */
const GATHERING = /Sort|Aggregate|Hash|Unique|Materialize/

/** The tables that a plan reads as a whole. A page in the order of an index (`isPage`) ends the scan. */
function wholeIn(plan: Plan, isPage = false): string[] {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Cond': condition, Plans = [] } = plan
  const isIndex = /^Index/.test(type)
  const isWide = isIndex && (!condition || plan['Plan Rows'] > PEOPLE / 100) && !isPage
  const isLarge = ROWS.some(([name]) => name === table)
  const isInPage = type === 'Limit' || (isPage && !GATHERING.test(type))
  return [
    ...((type === 'Seq Scan' || isWide) && isLarge ? [table] : []),
    ...Plans.flatMap(each => wholeIn(each, isInPage)),
  ]
}

test('no call reads all rows of a table that grows with people', async () => {
  await openHome()
  call = 'a visit'
  await visitShop()
  for (const each of everyCall.filter(each => !each.docs.body || acceptsJson(each))) {
    const token = await tokenFor(each, visit)
    call = `${each.method} ${each.path}`
    await send(each, { token, ...(each.docs.body && { json: exampleOf(each) }) })
  }
  call = 'a leaderboard'
  await openLeaderboards()
  await readLarge()
  await mergePersons()
  await searchPeople()
  vi.restoreAllMocks()
  const found: string[] = []
  for (const [sql, { params, call }] of statements) {
    if (!/^\s*(select|with|update|delete|insert)\b/.test(sql)) continue
    const [explained] = await visit.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${sql}`, params)
    for (const table of wholeIn(explained!['QUERY PLAN'][0].Plan)) found.push(`${call}: ${table} in ${sql}`)
  }
  expect(found.filter(text => !WHOLE.some(whole => text.startsWith(`${whole}:`)))).toEqual([])
  expect(statements.size).toBeGreaterThan(150)
}, 120_000)
