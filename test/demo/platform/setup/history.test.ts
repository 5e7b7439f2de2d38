import { expect, onTestFinished, test } from 'vitest'
import { demo, type Platform } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { SERVER, startPlatform } from '../../../start-platform.js'
import { sendTo } from '../use-platform.js'

const NOW = Date.UTC(2026, 4, 1, 12)

async function start(demoHistory: boolean): Promise<Platform> {
  const platform = await startPlatform({ demoHistory, now: () => NOW })
  onTestFinished(() => platform.close())
  return platform
}

const count = async ({ db }: Platform, rows: string) => {
  const [row] = await db.query<{ count: number }>(`select count(*)::int from ${rows}`)
  return row!.count
}

test('without the option, the demo has no history', async () => {
  const platform = await start(false)
  expect(await count(platform, 'persons')).toBe(2)
  expect(await count(platform, 'shares')).toBe(0)
})

test('the history fills each week of 90 days, and nothing before or after', async () => {
  const platform = await start(true)
  await platform.updateFigures()
  const weeks = await platform.db.query<{ figure: string; weeks: number }>(
    `select figure, count(distinct ('2026-05-01'::date - day) / 7)::int as weeks from figures where currency = '' group by figure order by figure`,
  )
  expect(weeks.map(({ figure, weeks }) => [figure, weeks])).toEqual(
    ['clicks', 'friends', 'purchases', 'rewards', 'shares'].map(figure => [figure, 13]),
  )
  expect(await count(platform, `figures where day <= '2026-05-01'::date - 90 or day > '2026-05-01'`)).toBe(0)
  expect(await count(platform, `figures where client_id <> '${demo.clientId}'`)).toBe(0)
})

test('the account page has a leaderboard from the first visit', async () => {
  const platform = await start(true)
  await platform.updateLeaderboards()
  const jwt = await signJwt({ email: demo.ada.email, scope: 'VERIFIED_CONSUMER' })
  const { access_token } = await (await sendTo(platform, '/api/v5/token', { json: { jwt } })).json()
  const content = await (await sendTo(platform, '/zones/my_account', { token: access_token, json: {} })).json()
  const { ranks } = content.items.find(({ widget }: { widget: string }) => widget === 'leaderboard')
  expect(ranks.rows).toHaveLength(11)
  expect(ranks.rows[0]).toMatchObject({ rank: 1, name: expect.stringMatching(/^\S+ \p{Lu}\.$/u) })
  expect(ranks.rows.at(-1)).toEqual({ rank: null, name: 'Ada L.', image_url: null, value: 0, own: true })
})

test('the history is one that the platform could have recorded', async () => {
  const platform = await start(true)
  const tables = ['persons', 'events', 'steps', 'shares', 'clicks', 'referrals', 'rewards', 'journeys', 'reward_states']
  for (const table of tables) expect([table, await count(platform, table)]).not.toEqual([table, 0])
  const late = [
    'events e join persons p using (person_id) where e.event_time < p.created_at',
    'clicks c join persons p using (person_id) where c.clicked_at < p.created_at',
    'clicks c join shares s using (code, partner_share_id) where c.clicked_at <= s.shared_at',
    `events where event_time > '2026-05-01 12:00Z'`,
    `reward_states where created_at > '2026-05-01 12:00Z'`,
  ]
  const wrong = [
    ...late,
    // A purchase of a friend comes after the click that led to it.
    `referrals r where not exists (select 1 from clicks c where c.person_id = r.friend_id and c.code = r.code and c.clicked_at < r.referred_at)`,
    'referrals where advocate_id = friend_id',
    `persons where email not like '%@example.com'`,
    `rewards r where state <> (select s.state from reward_states s where s.reward_id = r.reward_id order by position desc limit 1)`,
    `rewards r where 'EARNED' <> (select s.state from reward_states s where s.reward_id = r.reward_id order by position limit 1)`,
    `events e where not exists (select 1 from steps s where s.event_id = e.event_id and s.person_id = e.person_id)`,
  ]
  for (const rows of wrong) expect([rows, await count(platform, rows)]).toEqual([rows, 0])
})

test('the platform can say why each purchase of the history had rewards, or none', async () => {
  const platform = await start(true)
  const purchases = await platform.db.query<{ event_id: string; rewards: number }>(
    `select event_id, (select count(*)::int from rewards r where r.event_id = e.event_id) as rewards from events e where event_name = 'purchase'`,
  )
  const why = (id: string) =>
    platform.fetch(
      new Request(`${SERVER}/v2/events/${id}/why`, { headers: { Authorization: `Bearer ${demo.serverToken}` } }),
    )
  const codes = new Set<string>()
  for (const { event_id, rewards } of purchases) {
    const { answers }: { answers: { code: string }[] } = await (await why(event_id)).json()
    const earned = answers.filter(({ code }) => code === 'earned')
    expect([event_id, earned.length]).toEqual([event_id, rewards])
    for (const { code } of answers) codes.add(code)
  }
  expect([...codes].sort()).toEqual(['earned', 'once_per'])
})
