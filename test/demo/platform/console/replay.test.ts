import { expect, test } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import { demo } from '../../../../demo/platform/index.js'
import { SOON } from '../../../soon.js'
import { publishProgram, saveProgram } from '../publish-program.js'
import { advocate, purchase } from '../setup/seed-programs/people.js'
import { server, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const atLeast = (min: number) => ({ when: { data: { cart_value: { min } } } })
const welcome = { name: 'welcome', to: 'friend', step: 'purchase', value: 20, type: 'USD', ...atLeast(30) }
const thanks = { name: 'thanks', to: 'advocate', step: 'purchase', value: 20, type: 'USD' }
const program = { referral: { step: 'purchase' }, rewards: [welcome, thanks] }

const saveDraft = (fields: object) =>
  saveProgram(visit, JSON.stringify({ name: 'A test', label: 'a-test', ...program, ...fields }), 'draft')

const pathOf = (version: number) => `/console/campaigns/${demo.campaignId}/versions/${version}`

/** The text of a page, without its markup. */
const textIn = (html: string) =>
  html
    .slice(html.indexOf('<main'))
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

/** Presses the button of the page, and waits for the result. */
async function replay(version: number): Promise<string> {
  expect((await user.send(`${pathOf(version)}/replay`)).status).toBe(303)
  await expect.poll(async () => (await user.open(`${pathOf(version)}/replay`)).headers.has('Refresh')).toBe(false)
  return textIn(await user.read(`${pathOf(version)}/replay`))
}

/** Adds the job of a replay that has been started. */
const addReplayJob = (version: number) =>
  visit.rows(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
     values ($4, 'replay', $1, $4, $2::json, $3, $3)`,
    [
      ...[demo.clientId, JSON.stringify({ campaignId: demo.campaignId, version }), new Date(visit.now)],
      `replay:${demo.campaignId}:${version}`,
    ],
  )

test('the page of a draft leads to what it would change: rewards, money, and people with a file of all', async () => {
  await publishProgram(visit, program)
  const { path } = await advocate(visit, 'ann@example.com')
  await purchase(visit, 'fay@example.com', { cart_value: 50 }, path)
  const gil = await purchase(visit, 'gil@example.com', { cart_value: 25 }, path)
  await visit.send('/events', { token: gil, json: { event_name: 'purchase', data: { cart_value: 40 } } })
  const version = await saveDraft({
    rewards: [
      { ...welcome, ...atLeast(20) },
      { ...thanks, value: 15 },
    ],
  })
  expect(await user.read(pathOf(version))).toContain(`href="${pathOf(version)}/replay"`)
  expect(await user.read(`${pathOf(version)}/live`)).toContain(`href="${pathOf(version)}/replay"`)

  const page = await replay(version)
  expect(page).toContain('4 events since')
  expect(page).toContain('Rewards: 2 with another value, 1 earned by another event; for 2 people.')
  expect(page).toContain('thanks 0 0 2 0 welcome 0 0 0 1')
  expect(page).toContain('USD 0 0 −10')
  expect(page).toContain('ann@example.com 0 0 2 0 −10 USD gil@example.com 0 0 0 1 ±0')

  const file = await user.open(`${pathOf(version)}/replay.csv`)
  expect(file.headers.get('Content-Type')).toContain('text/csv')
  const [head, ...lines] = (await file.text()).trimEnd().split('\n')
  expect(head).toMatch(/^kind,event_id,event_time,reward_name,person_id,email,/)
  expect(
    lines.map(line =>
      line.replace(/^(\w+),.*?,(thanks|welcome),\w+,([^,]*),.*?,([^,]*,\w*,[^,]*,\w*)$/, '$1 $2 $3 $4'),
    ),
  ).toEqual([
    'changed thanks ann@example.com 20,USD,15,USD',
    'changed thanks ann@example.com 20,USD,15,USD',
    'moved welcome gil@example.com 20,USD,20,USD',
  ])
})

test('a draft that changes no reward says so', async () => {
  expect(await replay(await saveDraft({ partner_keys: ['order'] }))).toContain('No reward would change.')
})

test('the events of which nothing was kept are counted', async () => {
  await visit.rows(
    `update steps set facts = null where event_id = (select event_id from events where event_name = 'purchase' order by created_at limit 1)`,
  )
  expect(await replay(await saveDraft({}))).toContain('1 of them were recorded before the platform kept what it knew.')
})

test('a result is out of date when another version has become live', async () => {
  const version = await saveDraft({ rewards: [] })
  expect(await replay(version)).not.toContain('Another version has become live')
  await publishProgram(visit, program)
  expect(await user.read(`${pathOf(version)}/replay`)).toContain('Another version has become live since.')
  expect(await replay(version)).not.toContain('Another version has become live')
})

test('a result stays up to date when a zone is published', async () => {
  const version = await saveDraft({ rewards: [] })
  await addVersion(visit.platform, {
    ...{ zones: { product: '{"creatives":[]}' }, editorId: demo.marketerId, message: 'A zone', publish: true },
    at: new Date(visit.now),
  })
  expect(await replay(version)).not.toContain('Another version has become live')
})

test('a replay notes the program with which it compares, also if that was published after the click', async () => {
  const version = await saveDraft({ rewards: [] })
  await visit.rows(
    `insert into replays (campaign_id, version, live_version, status, started_at) values ($1, $2, 1, 'RUNNING', $3)`,
    [demo.campaignId, version, new Date(visit.now)],
  )
  const live_version = await publishProgram(visit, program)
  await addReplayJob(version)
  const noted = () => visit.rows('select live_version, status from replays where version = $1', [version])
  await expect.poll(noted, SOON).toEqual([{ live_version, status: 'DONE' }])
})

test('a replay that a process has left begins again, and counts each reward once', async () => {
  const version = await saveDraft({ rewards: [welcome] })
  const before = await replay(version)
  await visit.rows(`update replays set status = 'RUNNING', run = 'a process that has ended' where version = $1`, [
    version,
  ])
  await addReplayJob(version)
  await expect.poll(async () => textIn(await user.read(`${pathOf(version)}/replay`))).toBe(before)
})

test('a version that changes no program has nothing to replay, and the live version leads to no replay', async () => {
  const live = await publishProgram(visit, program)
  expect(await user.read(pathOf(live))).not.toContain('/replay"')
  expect(await user.read(`${pathOf(99)}/replay`)).toContain('The campaign has no such version')
})

test('a replay that is started ten times at once runs once, and ends', async () => {
  const version = await saveDraft({ rewards: [welcome] })
  const path = `${pathOf(version)}/replay`
  const result = await replay(version)
  const starts = await Promise.all(Array.from({ length: 10 }, () => user.send(path)))
  expect(starts.map(({ status }) => status)).toEqual(Array(10).fill(303))
  await expect.poll(async () => textIn(await user.read(path)), SOON).toBe(result)
})

test.each(['is missing', 'has failed for good'])('a replay whose job %s starts again', async problem => {
  const version = await saveDraft({ rewards: [welcome] })
  const result = await replay(version)
  if (problem === 'has failed for good')
    await visit.rows(
      `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at, died_at, failure)
       values ($1, 'replay', $2, $1, $3::json, $4, $4, $4, 'An error')`,
      [
        `replay:${demo.campaignId}:${version}`,
        ...[demo.clientId, JSON.stringify({ campaignId: demo.campaignId, version }), new Date(visit.now)],
      ],
    )
  await visit.rows(`update replays set status = 'RUNNING', run = 'a run that has failed' where version = $1`, [version])
  expect(await user.read(`${pathOf(version)}/replay`)).toContain('The replay has stopped with an error')
  expect(await replay(version)).toBe(result)
})

test('the replay of a program that the platform cannot read says so', async () => {
  const version = await saveDraft({ rewards: [] })
  await visit.rows('update campaign_versions set program = $2 where version = $1', [version, '{ "rewards": 7'])
  expect(await replay(version)).toContain('The replay has stopped with an error')
})

test.each(['0', '-1', '1e9', '01', '1.0', 'abc', '%00', '9'.repeat(30)])('there is no version %s', async version => {
  for (const page of ['replay', 'replay.csv'])
    expect((await user.open(`/console/campaigns/${demo.campaignId}/versions/${version}/${page}`)).status).toBe(404)
})

test('the file exists when the replay is done', async () => {
  const version = await saveDraft({ rewards: [] })
  const file = `${pathOf(version)}/replay.csv`
  expect((await user.open(file)).status).toBe(404)
  await replay(version)
  expect((await user.open(file)).status).toBe(200)
  const head = await visit.send(server + file, { method: 'HEAD', headers: { Cookie: user.cookie } })
  expect([head.status, await head.text()]).toEqual([200, ''])
  await visit.rows(`update replays set status = 'RUNNING' where version = $1`, [version])
  expect((await user.open(file)).status).toBe(404)
})

test('a result is deleted after 30 days', async () => {
  const [old, newer] = [await saveDraft({ rewards: [] }), await saveDraft({ rewards: [] })]
  for (const version of [old, newer]) {
    await replay(version)
    const days = version === old ? 31 : 29
    await visit.rows('update replays set ended_at = $2 where version = $1', [
      ...[version, new Date(visit.now - days * 86_400_000)],
    ])
  }
  visit.now += 3_600_000
  const kept = () => visit.rows('select version from replays where version = any($1)', [[old, newer]])
  await expect.poll(kept, SOON).toEqual([{ version: newer }])
  expect(await visit.rows('select 1 from replay_changes where version = $1', [old])).toEqual([])
})

test('a large result names the 100 people with the most changes, adds no percentages, and has all changes in its file', async () => {
  const version = await saveDraft({ rewards: [] })
  await replay(version)
  await visit.rows(
    `insert into persons (person_id, client_id, email, merged_into, created_at)
     select 'p' || n, $1, 'p' || n || '@example.com', null, now() from generate_series(1, 101) n
     union all select 'former', $1, 'former@example.com', 'p1', now()`,
    [demo.clientId],
  )
  // Each has one change, the last one a thousand.
  await visit.rows(
    `insert into replay_changes (campaign_id, version, kind, event_id, event_time, reward_name, person_id, once_per, value_after, type_after)
     select $1, $2, 'gained', 'e' || n, now(), 'points', case when n <= 101 then 'p' || n else 'p101' end, 'event', 5,
       case when n % 2 = 0 then 'POINTS' else 'PERCENT_OFF' end from generate_series(1, 1100) n`,
    [demo.campaignId, version],
  )
  await visit.rows(`update replay_changes set person_id = 'former' where version = $1 and event_id = 'e2'`, [version])
  const page = textIn(await user.read(`${pathOf(version)}/replay`))
  expect(page).toContain('These are the 100 people with the most changes')
  expect(page.indexOf('p101@example.com')).toBeLessThan(page.indexOf('p1@example.com'))
  expect(page).not.toContain('PERCENT_OFF')
  const [, ...lines] = (await (await user.open(`${pathOf(version)}/replay.csv`)).text()).trimEnd().split('\n')
  const changes = lines.filter(line => line.includes(',points,')).map(line => line.split(','))
  expect(changes.map(([, event]) => event)).toEqual(Array.from({ length: 1100 }, (_, index) => `e${index + 1}`))
  expect(changes[1]!.slice(4, 6)).toEqual(['p1', 'p1@example.com'])
})
