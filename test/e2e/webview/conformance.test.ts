import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { State } from '../../../demo/webview/conformance/check.js'
import type { Report } from '../../../demo/webview/conformance/report.js'
import { axeViolationsOfSchemes } from '../../axe.js'
import { sharedChromium } from '../../chromium.js'
import { SOON } from '../../soon.js'
import { listenForComplaints, useDemo } from '../demo.js'
import { useAppWindows } from './app-window.js'
import { newToken } from './new-token.js'
import { type Habits, type Kind, type SimulatedHost, simulateHost } from './simulated-host.js'

const stage = useDemo()
const openApp = useAppWindows()

/** The narrowest screen there is, and little of it to draw. */
const SMALL = { width: 320, height: 240 }

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
    await button.dispatchEvent('click')
    await pass(page, host, async () => /passed|failed/.test((await row.getAttribute('data-state')) ?? ''))
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
  const { page, complaints } = await stage.newVisitor({ viewport: SMALL })
  await page.clock.install()
  const host = await simulateHost(page, kind, { proves: kind === 'old android' })
  const report = await check(page, host)
  expect(inState(report, 'failed')).toEqual([])
  expect(inState(report, 'not_offered')).toEqual(KINDS[kind])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  expect(report.passed + report.not_offered).toBe(report.rows.length)
  expect(await page.title()).toBe(`No failures, ${report.passed} passed · Check your app`)
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
  ['answers hello with another id', of('hello', answer => ({ ...answer, id: 'mine' })), ['hello']],
  ['does not answer hello', never('hello'), ['hello']],
  ['answers hello with an error', of('hello', answer => refusalOf(answer)), ['hello']],
  ['sends its welcome as a string', payload('hello', '{"capabilities":[]}'), ['hello']],
  [
    'names its welcome hello, reads ids as numbers, answers only the newest message, and accepts unknown types',
    {
      says: (answer, { id, type }) => {
        if (type !== 'hello') return [{ ...answer, error: undefined, payload: answer.payload ?? {} }]
        return /at-once-[12]/.test(String(id)) ? [] : [{ ...answer, type, id: Number(id) || id }]
      },
    },
    ['welcome', 'ids.exact', 'ids.at_once', 'unknown_type', 'open.refused'],
  ],
  ['omits `rewards: 1`', { says: ({ rewards, ...answer }) => [answer] }, ['envelope']],
  [
    'sends an error as a string',
    of('open', answer => (answer.error ? { ...answer, error: 'no' } : answer)),
    ['envelope'],
  ],
  ['sends its capabilities as a string', { about: { capabilities: 'share,open' } }, ['welcome.capabilities']],
  [
    'sends `Bearer` before the token',
    of('hello', ({ payload, ...answer }) => {
      const { token, ...rest } = payload as Message
      return { ...answer, payload: token ? { ...rest, token: `Bearer ${token}` } : rest }
    }),
    ['welcome.token', 'token.renew.kept', 'token.changed'],
  ],
  [
    'sends every field of its welcome in the wrong form',
    {
      about: {
        ...{ scopes: 'VERIFIED_CONSUMER', expires_at: 2_000_000_000, person: 'ada@example.com' },
        ...{ locale: 'pt_BR', color_scheme: 'night', insets: { top: '47' }, consent: true },
      },
    },
    ['scopes', 'expires_at', 'person', 'locale', 'color_scheme', 'insets', 'consent'].map(name => `welcome.${name}`),
  ],
  [
    'answers token.renew without a token, and haptic twice',
    {
      says: (answer, { type }) => {
        if (type === 'haptic') return [answer, answer]
        return [type === 'token.renew' ? { ...answer, payload: {} } : answer]
      },
    },
    ['once', 'token.renew'],
  ],
  ['forgets a renewed token', { forgets: 'renewed' }, ['token.renew.kept']],
  ['ignores token.changed', { forgets: 'changed' }, ['token.changed']],
  [
    'ignores a logout, and answers share with an unknown outcome',
    { ...payload('share', { outcome: 'ok' }), forgets: 'logout' },
    ['token.changed.null', 'share.sent', 'share.dismissed'],
  ],
  [
    'reports every share as shared, opens nothing, and does not close',
    {
      says: (answer, { type }) => {
        if (type === 'share') return [{ ...answer, payload: { outcome: 'shared' } }]
        return type === 'close' ? [] : [type === 'open' ? refusalOf(answer) : answer]
      },
    },
    ['share.dismissed', 'open', 'close'],
  ],
  [
    'cannot copy, does not answer haptic, and answers event with a string',
    {
      says: (answer, { type }) => {
        if (type === 'event') return [{ ...answer, payload: '{}' }]
        return type === 'haptic' ? [] : [type === 'clipboard.write' ? refusalOf(answer) : answer]
      },
    },
    ['clipboard.write', 'haptic', 'event'],
  ],
  ['obeys frames of the page’s origin', { obeys: 'frames of its origin' }, ['frame.own']],
  ['obeys anyone', { obeys: 'anyone' }, ['frame.own', 'frame.foreign']],
  ['answers every frame by the reply of its handler', { replies: true }, ['frame.own', 'frame.foreign']],
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
  [
    'accepts any session, and sends an invalid JWT',
    { ...payload('token.renew', { jwt: 'mine' }), obeys: 'any session' },
    ['token.renew', 'session'],
  ],
  [
    'sends a short session, an expired JWT, and its token in an error',
    { session: 'short', about: { jwt: expired() }, says: tellingTheToken },
    ['welcome.jwt', 'welcome.session', 'haptic'],
  ],
]

describe.each([
  ['ios', FAULTS],
  ['old android', FAULTS_OF_SESSIONS],
] as const)('a host of %s that', (kind, faults) => {
  let page: Page
  let host: SimulatedHost
  let complaints: string[]

  beforeAll(async () => {
    const context = await (await sharedChromium()).newContext({ viewport: SMALL })
    context.setDefaultTimeout(SOON.timeout)
    complaints = await listenForComplaints(context)
    page = await context.newPage()
    await page.clock.install()
    host = await simulateHost(page, kind)
    return () => context.close()
  })

  test.each(faults)('%s fails in these rows, and in no other', async (_, habits, rows) => {
    host.become(habits)
    const report = await check(page, host, rows.some(row => BY_HAND.includes(row)) ? BY_HAND : [])
    expect(inState(report, 'failed')).toEqual(rows)
    const content = await page.content()
    expect(host.secrets.filter(secret => content.includes(secret))).toEqual([])
    expect(complaints).toEqual([])
  })
})

test('the app of GTK and WebKit passes in every row', async () => {
  const app = openApp()
  const mine = { ...(await newToken(stage.demo, 'ada@example.com')), expires_at: '2099-01-01T00:00:00Z' }
  const renewed = await newToken(stage.demo, 'ada@example.com')
  await app.tell('configure', { token: mine, welcome: { person: 'c0ffee-c0ffee', consent: 'granted' } })
  await app.tell('set_answer', { type: 'token.renew', payload: renewed })
  // How long the answer to hello took is how busy this machine is: the page's clock stands still.
  await app.tell('add_script', { script: 'performance.now = () => 0' })
  await app.open(`${stage.demo.origins.shop}/conformance.html`)
  const becomes = (expression: string) =>
    vi.waitFor(async () => expect(await app.evaluate(expression)).toBe(true), { ...SOON, interval: 50 })
  const press = (id: string) => app.evaluate(`void document.getElementById('${id}').querySelector('button').click()`)
  const passes = (id: string) => becomes(`document.getElementById('${id}').dataset.state === 'passed'`)

  await becomes(`document.querySelector('main')?.ariaBusy === 'false'`)
  await app.tell('set_color_scheme', { scheme: 'dark' })
  await passes('updates')
  const shares = [
    ['share.sent', 'send'],
    ['share.sent', 'later'],
    ['share.dismissed', 'cancel'],
  ] as const
  for (const [id, button] of shares) {
    await press(id)
    await vi.waitFor(async () => expect(await app.tell('shared_link')).toContain('https://'), SOON)
    await app.tell('press', { button })
    await passes(id)
  }
  for (const id of ['open', 'token.changed.null']) {
    await press(id)
    await passes(id)
  }
  // The page gives the token back, and waits only a moment for the answer.
  await vi.waitFor(async () => expect(await app.tell('token')).toMatchObject({ token: renewed.token }), SOON)
  const report = JSON.parse(await app.evaluate(`document.getElementById('report').textContent`)) as Report
  expect(inState(report, 'failed')).toEqual([])
  expect(inState(report, 'not_offered')).toEqual(['welcome.jwt'])
  expect(inState(report, 'manual')).toEqual(['close'])
  await press('close')
  await app.gone
})

test('a host that comes late and answers hello late fails in both rows', async () => {
  const { page } = await stage.newVisitor({ viewport: SMALL })
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

test('a host is not late on a slow device if it is there before the page’s script', async () => {
  const { page } = await stage.newVisitor({ viewport: SMALL })
  await page.addInitScript(() => {
    let now = 0
    performance.now = () => (now += 100)
  })
  await simulateHost(page, 'ios')
  expect(await openOnly(page, 'transport')).toEqual([['transport', 'row passed']])
})

/** Opens these rows alone, and tells how each is drawn. */
async function openOnly(page: Page, ...rows: string[]) {
  await page.goto(`${stage.demo.origins.shop}/conformance.html?only=${rows}`)
  await page.locator('main[aria-busy=false]').waitFor()
  return page.locator('[data-state]').evaluateAll(rows => rows.map(row => [row.id, row.className]))
}

test('rows that are named are run alone, even those that need a person', async () => {
  const { page } = await stage.newVisitor({ viewport: SMALL })
  await simulateHost(page, 'ios')
  expect(await openOnly(page, 'haptic', 'share.sent')).toEqual([
    ['share.sent', 'row passed'],
    ['haptic', 'row passed'],
  ])
})

test('in a browser there is nothing to check', async () => {
  const { page, complaints } = await stage.newVisitor({ viewport: SMALL })
  expect(await openOnly(page, 'transport', 'hello')).toEqual([
    ['transport', 'row failed'],
    ['hello', 'row not_run'],
  ])
  expect(complaints).toEqual([])
})

test('axe finds nothing in light and dark', async () => {
  const { page } = await stage.newVisitor({ viewport: SMALL })
  await simulateHost(page, 'ios', { about: { locale: 'pt_BR' } })
  const rows = await openOnly(page, 'welcome.jwt', 'welcome.locale', 'welcome.person', 'updates')
  // One of each look.
  expect(rows.map(([, look]) => look)).toEqual(['row manual', 'row not_offered', 'row passed', 'row failed'])
  expect(await axeViolationsOfSchemes(page)).toEqual([])
})
