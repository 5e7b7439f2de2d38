import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import type { State } from '../../../demo/webview/conformance/check.js'
import type { Report } from '../../../demo/webview/conformance/report.js'
import { listenForComplaints, useDemo } from '../demo.js'
import { type Habits, type Kind, type SimulatedHost, simulateHost } from './simulated-host.js'

const stage = useDemo()

const BY_HAND = ['token.changed.null', 'share.sent', 'share.dismissed', 'open', 'close']

/** What an app of each kind has no need of. */
const KINDS: Record<Kind, string[]> = {
  ios: ['welcome.jwt', 'welcome.session', 'session'],
  android: ['welcome.jwt', 'welcome.session', 'session'],
  'old android': ['welcome.token', 'welcome.scopes', 'welcome.expires_at', 'token.renew.kept'],
  'react native': ['welcome.jwt'],
}

/** Opens the page in an app, lends it the hands that it needs, and reads its report. */
async function check(page: Page, host: SimulatedHost, byHand = BY_HAND): Promise<Report> {
  await page.goto(`${stage.demo.origins.shop}/conformance.html`)
  const busy = page.locator('main[aria-busy=true]')
  await pass(page, host, async () => !(await busy.count()))
  await host.say({ rewards: 1, type: 'welcome', payload: { color_scheme: 'light' } })
  for (const id of byHand) {
    const row = page.locator(`[id="${id}"]`)
    const button = row.getByRole('button')
    if (!(await button.count())) continue
    await button.click()
    await pass(page, host, async () => (await row.getAttribute('data-state')) !== 'waiting')
  }
  return JSON.parse((await page.locator('#report').textContent())!)
}

const LOOK_MS = 30
const STEP_MS = 700

/** Lets the page's time go faster where it waits for an app that has nothing more to say. */
async function pass(page: Page, host: SimulatedHost, isOver: () => Promise<boolean>) {
  while (!(await isOver())) {
    if (host.isQuiet) await page.clock.fastForward(STEP_MS)
    await new Promise(look => setTimeout(look, LOOK_MS))
  }
}

const inState = ({ rows }: Report, state: State) => rows.filter(row => row.state === state).map(({ id }) => id)

test.each(Object.keys(KINDS) as Kind[])('a good host of %s passes in every row', async kind => {
  const { page, complaints } = await stage.newVisitor()
  await page.clock.install()
  const host = await simulateHost(page, kind, { proves: kind === 'old android' })
  const report = await check(page, host)
  expect(inState(report, 'failed')).toEqual([])
  expect(inState(report, 'absent')).toEqual(KINDS[kind])
  expect(report.passed + report.absent).toBe(report.rows.length)
  expect(await page.title()).toBe(`No failure, ${report.passed} passed · Check your host`)
  const content = await page.content()
  expect(host.secrets.filter(secret => content.includes(secret))).toEqual([])
  expect(complaints).toEqual([])
})

type Change = (answer: Message, asked: Message) => unknown
type Message = Record<string, unknown>

/** Answers to one type of message are changed so. */
const of = (type: string, change: Change): Habits => ({
  says: (answer, asked) => [asked.type === type ? change(answer, asked) : answer],
})
const never = (type: string): Habits => ({ says: (answer, asked) => (asked.type === type ? [] : [answer]) })
const payload = (type: string, payload: unknown) => of(type, answer => ({ ...answer, payload }))
const refusalOf = ({ payload, ...answer }: Message, reason = 'no_way') => ({
  ...answer,
  error: { code: 'native_error', reason },
})

const FAULTS: [fault: string, habits: Habits, rows: string[]][] = [
  ['answers hello by another id', of('hello', answer => ({ ...answer, id: 'mine' })), ['hello']],
  ['does not answer hello', never('hello'), ['hello']],
  ['refuses hello', of('hello', answer => refusalOf(answer)), ['hello']],
  ['has a string for a welcome', payload('hello', '{"capabilities":[]}'), ['hello']],
  ['calls its welcome a hello', of('hello', answer => ({ ...answer, type: 'hello' })), ['welcome']],
  ['reads ids as numbers', of('hello', answer => ({ ...answer, id: Number(answer.id) || answer.id })), ['ids.exact']],
  [
    'answers the newest of several questions alone',
    { says: (answer, { id }) => (/at-once-[12]/.test(String(id)) ? [] : [answer]) },
    ['ids.at_once'],
  ],
  [
    'does what it does not know',
    of('conformance.unknown', ({ id }) => ({ rewards: 1, id, payload: {} })),
    ['unknown_type'],
  ],
  ['leaves the mark out', { says: ({ rewards, ...answer }) => [answer] }, ['envelope']],
  ['has a word for an error', of('open', answer => (answer.error ? { ...answer, error: 'no' } : answer)), ['envelope']],
  ['answers twice', { says: (answer, { type }) => (type === 'haptic' ? [answer, answer] : [answer]) }, ['once']],
  ['lists what it can do in a string', { about: { capabilities: 'share,open' } }, ['welcome.capabilities']],
  [
    'puts a scheme before the token',
    of('hello', ({ payload, ...answer }) => {
      const { token, ...rest } = payload as Message
      return { ...answer, payload: token ? { ...rest, token: `Bearer ${token}` } : rest }
    }),
    ['welcome.token', 'token.renew.kept', 'token.changed'],
  ],
  [
    'says each thing of itself in a way of its own',
    {
      about: {
        ...{ scopes: 'VERIFIED_CONSUMER', expires_at: 2_000_000_000, person: 'ada@example.com' },
        ...{ locale: 'pt_BR', color_scheme: 'night', insets: { top: '47' }, consent: true },
      },
    },
    ['scopes', 'expires_at', 'person', 'locale', 'color_scheme', 'insets', 'consent'].map(name => `welcome.${name}`),
  ],
  ['makes a token anew, and says nothing of it', payload('token.renew', {}), ['token.renew']],
  ['forgets the token that it has made', { forgets: 'renewed' }, ['token.renew.kept']],
  ['does not listen to a new token', { forgets: 'changed' }, ['token.changed']],
  ['does not listen to a logout', { forgets: 'logout' }, ['token.changed.null']],
  ['says ok of a share', payload('share', { outcome: 'ok' }), ['share.sent', 'share.dismissed']],
  [
    'says that all was shared, opens nothing, and stays open',
    {
      says: (answer, { type }) => {
        if (type === 'share') return [{ ...answer, payload: { outcome: 'shared' } }]
        return type === 'close' ? [] : type === 'open' ? [refusalOf(answer)] : [answer]
      },
    },
    ['share.dismissed', 'open', 'close'],
  ],
  [
    'cannot copy, is never felt, answers an event by a string, and opens everything',
    {
      says: (answer, { type }) => {
        if (type === 'clipboard.write') return [refusalOf(answer)]
        if (type === 'event') return [{ ...answer, payload: '{}' }]
        return type === 'haptic' ? [] : [type === 'open' ? { ...answer, error: undefined, payload: {} } : answer]
      },
    },
    ['clipboard.write', 'haptic', 'event', 'open.refused'],
  ],
  ['obeys frames of the page’s origin', { obeys: 'frames of its origin' }, ['frame.own']],
  ['obeys anyone', { obeys: 'anyone' }, ['frame.own', 'frame.foreign']],
  ['answers whichever frame asks', { replies: true }, ['frame.own', 'frame.foreign']],
]

function expired() {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part({ exp: 1_700_000_000 })}.c2ln`
}

/** What the page has been told as its person's token, an app has in the reason of its next error. */
const tellingTheToken = (
  (token = '') =>
  (answer: Message, { type }: Message) => {
    if (type === 'hello') token = String((answer.payload as Message).token ?? token)
    if (type !== 'haptic') return [answer]
    const { payload, ...rest } = answer
    return [{ ...rest, error: { code: 'native_error', reason: `No touch for ${token}` } }]
  }
)()

/** Of hosts that give the page a session, for they are not told which frame has spoken. */
const FAULTS_OF_SESSIONS: typeof FAULTS = [
  ['takes any session for the page’s', { obeys: 'any session' }, ['session']],
  ['has a short session', { session: 'short' }, ['welcome.session']],
  ['has a proof that has expired', { about: { jwt: expired() } }, ['welcome.jwt']],
  ['has a word for a proof', payload('token.renew', { jwt: 'mine' }), ['token.renew']],
  ['says its token in an error', { says: tellingTheToken }, ['haptic']],
]

describe.each([
  ['ios', FAULTS],
  ['old android', FAULTS_OF_SESSIONS],
] as const)('a host of %s that', (kind, faults) => {
  let page: Page
  let host: SimulatedHost
  let complaints: string[]

  beforeAll(async () => {
    const context = await stage.browser.newContext()
    complaints = await listenForComplaints(context)
    page = await context.newPage()
    await page.clock.install()
    host = await simulateHost(page, kind)
    return () => context.close()
  })

  test.each(faults)('%s fails in the row that says so', async (_, habits, rows) => {
    host.become(habits)
    const report = await check(page, host, rows.some(row => BY_HAND.includes(row)) ? BY_HAND : [])
    expect(inState(report, 'failed')).toEqual(rows)
    const content = await page.content()
    expect(host.secrets.filter(secret => content.includes(secret))).toEqual([])
    expect(complaints).toEqual([])
  })
})

test('a host that comes late, and answers hello late, is told of both', async () => {
  const { page } = await stage.newVisitor()
  await page.clock.install()
  const host = await simulateHost(page, 'react native', {
    comes: 'late',
    says: async (answer, { type }) => {
      if (type === 'hello') await page.clock.fastForward(3_000)
      return [answer]
    },
  })
  expect(inState(await check(page, host, []), 'failed')).toEqual(['transport', 'hello'])
})

test('in a browser there is nothing to check', async () => {
  const { page, complaints } = await stage.newVisitor()
  await page.goto(`${stage.demo.origins.shop}/conformance.html?only=transport,hello`)
  await page.locator('main[aria-busy=false]').waitFor()
  expect(await page.locator('[data-state]').evaluateAll(rows => rows.map(row => [row.id, row.className]))).toEqual([
    ['transport', 'row failed'],
    ['hello', 'row waiting'],
  ])
  expect(complaints).toEqual([])
})
