// @vitest-environment happy-dom
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { fixtures, type TestConsumer, type TestFailure } from '../../testing/index.js'
import { SOON } from '../soon.js'
import { type InspectedPage, openInspectedPage } from './inspected-page.js'

/** Runs Vitest on files as a project of a host does. The package is its sources. */
const CONFIG = `export default { resolve: { alias: [
  { find: /^vitest$/, replacement: ${JSON.stringify(resolve('node_modules/vitest/dist/index.js'))} },
  { find: /^rewards-web-sdk$/, replacement: ${JSON.stringify(resolve('src/index.ts'))} },
  { find: /^rewards-web-sdk\\/testing$/, replacement: ${JSON.stringify(resolve('testing/index.ts'))} },
] } }`

let folder: string
let page: InspectedPage

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copied-test-'))
  await writeFile(join(folder, 'vitest.config.js'), CONFIG)
})
afterEach(() => {
  page.inspector.close()
  page.rewards.destroy()
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the text as it is. Throws what Vitest prints if the test fails. */
async function runPasted(text: string) {
  await writeFile(join(folder, 'pasted.test.js'), text)
  const vitest = resolve('node_modules/vitest/vitest.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder], {
    env: { ...process.env, NODE_OPTIONS: '', VITEST: undefined },
  }).catch(({ stdout, stderr }) => {
    throw new Error(`${text}\n${stdout}\n${stderr}`)
  })
  return stdout
}

/** Lets the platform, or what stands before it, answer all events like this. */
function answerEvents(answer: TestFailure | Response) {
  if (!(answer instanceof Response)) return void page.platform.fail('/events', answer)
  const { fetch } = page.platform
  page.intercept((input, init) =>
    `${input}`.includes('/events') ? Promise.resolve(answer.clone()) : fetch(input, init),
  )
}

/** Names that would end a text, a comment or a script, or that mean something to an object. */
const ODD_NAMES = [`a'"\`\${process.exit(1)}\\'`, `b\n*/ process.exit(1) //</script>\u2028`, '__proto__', 'constructor']

/** Answers after which the outbox sends an event again. A proxy or a firewall answers without the platform's code. */
const PASSING: [what: string, answer: TestFailure | Response][] = [
  ['404', { status: 404, code: 'not_found' }],
  ['a code of a later version', { status: 400, code: 'code_of_a_later_version' }],
  ['a dead token', { status: 401, code: 'invalid_access_token' }],
  ['a 403 of a firewall', new Response('Forbidden', { status: 403 })],
]

type Visit = [what: string, consumer: TestConsumer, visit: () => Promise<unknown>, parts: string[]]

const VISITS: Visit[] = [
  [
    'zones, an identity and a purchase',
    {},
    async () => {
      await page.rewards.zone('share_experience', { locale: 'de', cart: [{ sku: 'J-1' }] })
      await page.rewards.zone('own', {})
      await page.rewards.zone('terms', {})
      await page.rewards.zone('empty', {})
      await page.rewards.identify({ email: 'grace@example.com' })
      await page.rewards.track('purchase', { cart_value: 48, 'odd key': 1, note: "it's" }, { id: 'J-1906' })
    },
    ['fixtures.share', 'fixtures.html', 'data: null', 'rewards.identify(', 'cart_value: 1'],
  ],
  [
    'names that are code, and fields that objects have by themselves',
    {},
    async () => {
      for (const name of ODD_NAMES) {
        await page.rewards.zone(name, { constructor: 'a', toString: 'b', [name]: 'c' })
        await page.rewards.track(name, { valueOf: 'd' })
      }
    },
    [`constructor: 'text'`, `toString: 'text'`, `valueOf: 'text'`],
  ],
  [
    'the data of a verified consumer',
    { level: 'verified', email: 'grace@example.com' },
    async () => {
      await page.rewards.recognize()
      const { profile, parameters, referrals, shares, journeys, steps, audienceMemberships, shareables } = page.rewards
      for (const read of [profile.get, parameters.all, referrals.fromMe, referrals.toMe]) await read()
      for (const { list } of [shares, journeys, steps, audienceMemberships, shareables]) await list()
      await profile.update({ first_name: 'Grace' })
    },
    [
      ...[`toMatchObject({ level: 'verified' })`, 'Repeat this call yourself'],
      ...['profile.get()', 'parameters.all()', 'referrals.fromMe()', 'referrals.toMe()', 'shares.list()'],
      ...['journeys.list()', 'steps.list()', 'audienceMemberships.list()', 'shareables.list()'],
    ],
  ],
  [
    'refusals and an outage',
    {},
    async () => {
      page.platform.fail('/zones', { status: 403, code: 'access_denied' }, { times: 1 })
      await page.rewards.zone('offer').catch(() => {})
      page.platform.fail('/zones', 'network_error', { times: 1 })
      await page.rewards.zone('offer').catch(() => {})
      await page.rewards.referrals.fromMe().catch(() => {})
      page.platform.fail('/events', { status: 400, code: 'invalid_parameter' }, { times: 1 })
      await page.rewards.track('refused').catch(() => {})
      page.platform.fail('/events', { status: 503 }, { times: 1 })
      const tracked = page.rewards.track('late')
      await vi.waitFor(() => expect(page.root.textContent).toContain('Events1'), SOON)
      await page.rewards.flush()
      await tracked
    },
    [`code: 'access_denied'`, `'network_error'`, `code: 'scopes_denied'`, 'await rewards.flush()'],
  ],
  ...PASSING.map(
    ([what, answer]): Visit => [
      `an event that waits after ${what}`,
      {},
      async () => {
        answerEvents(answer)
        page.rewards.track('waiting').catch(() => {})
        await vi.waitFor(() => expect(page.root.textContent).toContain('Events1'), SOON)
      },
      ['await rewards.flush()'],
    ],
  ),
  [
    'an event that the platform refuses for good, and a read that the SDK repeats',
    { level: 'verified', email: 'grace@example.com' },
    async () => {
      await page.rewards.recognize()
      page.platform.fail('/events', { status: 401, code: 'invalid_credentials' })
      await page.rewards.track('refused').catch(() => {})
      page.platform.fail('/me/shares', { status: 503 }, { times: 1 })
      await page.rewards.shares.list()
    },
    [`rejects.toMatchObject({ code: 'invalid_credentials' })`, '{ times: 1 }'],
  ],
  [
    'a zone that failed once and was asked for again by the page',
    {},
    async () => {
      page.platform.fail('/zones', 'network_error', { times: 1 })
      await page.rewards.zone('offer').catch(() => {})
      await page.rewards.zone('offer')
    },
    [`code: 'network_error'`],
  ],
]

test.each(VISITS)('a copied test runs as pasted: %s', async (_, consumer, visit, parts) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const zones = {
    share_experience: fixtures.share,
    own: { steps: ['Ada', 2] },
    terms: '<p>Ada</p>',
    offer: fixtures.offer,
    constructor: { constructor: 'Ada' },
    ['__proto__']: { toString: 'Ada' },
  }
  page = openInspectedPage({ consumer, zones })
  await visit()
  const text = await page.copy('Copy as test')
  for (const part of parts) expect(text).toContain(part)
  expect(await runPasted(text)).toMatch(/Tests .*1 passed/)
})
