import { describe, expect, test, vi } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { SOON } from '../../../soon.js'
import { server, shop, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)
const PAGE = '/console/refusals'
const MAX_KEPT = 1_000
const KEPT_MS = 30 * 86_400_000

const submit = async (json: object, token: string = demo.serverToken): Promise<string> =>
  (await (await visit.send(`${server}/v6/async-events`, { token, json })).json()).event_id

const whenShown = (text: string, find = ''): Promise<string> =>
  vi.waitFor(async () => {
    const page = await user.read(`${PAGE}?find=${encodeURIComponent(find)}`)
    expect(page).toContain(text)
    return page
  }, SOON)

describe('an asynchronous event that cannot be recorded', () => {
  test('is shown with its reason, by its id, and without tokens', async () => {
    expect(await user.read(PAGE)).toContain('Nothing was refused')
    const data = { person_id: 'nobody', order: 'A-1', token: 'a-secret', nested: { jwt: 'a-secret' } }
    const id = await submit({ event_name: 'purchase', data })
    const page = await whenShown('Event purchase', id)
    expect(page).toMatch(/<code>person_not_found<\/code>/)
    expect(page).toContain(id)
    expect(page).toContain('A-1')
    expect(page).not.toContain('a-secret')
    expect(await user.read(`${PAGE}?find=another`)).toContain('Nothing like that was refused')
  })

  test('is shown also if the database cannot store its data', async () => {
    const id = await submit({ event_name: 'odd', data: { email: 'ada@example.com', note: 'a\u0000b' } })
    expect(await whenShown('Event odd', id)).toMatch(/<code>invalid_parameter<\/code>/)
  })

  test('is shown in its own client only', async () => {
    await submit({ event_name: 'trial', data: { person_id: 'nobody' } }, demo.sandbox.serverToken)
    await vi.waitFor(
      async () => expect(await visit.rows(`select 1 from refusals where subject = 'trial'`)).toHaveLength(1),
      SOON,
    )
    expect(await user.read(PAGE)).not.toContain('Event trial')
  })
})

test('a click on an unknown code is shown, and still leads to the shop', async () => {
  const response = await visit.send('/s/<invented>')
  expect([response.status, response.headers.get('Location')]).toEqual([302, `${shop}/`])
  expect(await whenShown('Click on', '<invented>')).toContain('Click on &lt;invented&gt;')
  await visit.send('/s/only-checked', { method: 'HEAD' })
  expect(await user.read(PAGE)).not.toContain('only-checked')
})

test('refusals are kept for 30 days, and only the newest of each kind', async () => {
  const click = (code: string) => visit.send(`/s/${code}`)
  const addTheirs = (subject: string) =>
    visit.rows(
      `insert into refusals (refusal_id, client_id, kind, subject, code, message, refused_at)
       values ($2, $1, 'CLICK', $2, 'shareable_not_found', 'No link', $3)`,
      [demo.sandbox.clientId, subject, new Date(visit.now)],
    )
  await addTheirs('theirs')
  await visit.rows(
    `insert into refusals (refusal_id, client_id, kind, subject, code, message, refused_at)
     select 'r' || n, $1, 'CLICK', 'c' || n, 'shareable_not_found', 'No link', $2 from generate_series(1, ${MAX_KEPT}) n`,
    [demo.clientId, new Date(visit.now)],
  )
  await addTheirs('their newest')
  const shown = [...(await user.read(PAGE)).matchAll(/Click on (.*?)</g)].map(([, subject]) => subject)
  expect([shown.length, shown[0], shown.at(-1)]).toEqual([100, 'c1000', 'c901'])
  await click('newest')
  const kept = await visit.rows<{ subject: string }>(
    `select subject from refusals where kind = 'CLICK' and client_id = $1 order by position`,
    [demo.clientId],
  )
  expect([kept.length, kept[0]!.subject, kept.at(-1)!.subject]).toEqual([MAX_KEPT, 'c2', 'newest'])
  const subjects = async () => {
    const rows = await visit.rows<{ subject: string }>(
      `select subject from refusals where kind = 'CLICK' order by position`,
    )
    return rows.map(({ subject }) => subject)
  }
  visit.now += KEPT_MS
  await click('later')
  expect(await subjects()).toContain('newest')
  visit.now += 1
  await click('last')
  expect(await subjects()).toEqual(['theirs', 'their newest', 'later', 'last'])
})

test('a refused code is kept up to its 200th character', async () => {
  await visit.send(`/s/${'y'.repeat(201)}`)
  expect(await visit.rows(`select subject from refusals where subject like 'yy%'`)).toEqual([
    { subject: 'y'.repeat(200) },
  ])
})
