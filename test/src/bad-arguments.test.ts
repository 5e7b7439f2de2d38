// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { createRewards, type Rewards, RewardsError } from '../../src/index.js'

/** Of this file alone: the runtimes of earlier files are further tabs of theirs, which would take over its events. */
const DOMAIN = 'https://bad-arguments.brand.localhost'

/** An object that throws whatever is read of it, as a proxy of a page's framework may. */
const hostile = new Proxy(
  {},
  {
    get() {
      throw new Error('Mine')
    },
    ownKeys() {
      throw new Error('Mine')
    },
  },
)
const cyclic: Record<string, unknown> = {}
cyclic.self = cyclic
const bare = Object.create(null)

const unhandled: unknown[] = []
process.on('unhandledRejection', reason => unhandled.push(reason))

/** A runtime whose platform takes everything, and the requests that leave it. */
function page() {
  const requests: string[] = []
  const rewards = createRewards({
    domain: DOMAIN,
    async fetch(input, init) {
      requests.push(`${init?.method} ${input}`)
      const answer = { id: 'id', status: 'SUCCEEDED', code: 'ada', link: `${DOMAIN}/s/ada`, widget: 'share' }
      return new Response(JSON.stringify(answer), {
        headers: { 'content-type': 'application/json', 'x-svc-token': 'token' },
      })
    },
  })
  return { rewards, requests }
}

/** As a page without types calls it. */
type Untyped = { [name: string]: Untyped } & ((...args: unknown[]) => Untyped) & PromiseLike<unknown>
const untyped = (rewards: Rewards) => rewards as unknown as Untyped

async function firstOf(statuses: unknown): Promise<unknown> {
  for await (const status of statuses as AsyncIterable<unknown>) return status
  return undefined
}

const NO_DATA = [7, 'text', [1], true, Symbol('data'), () => {}]
const NO_ID = [undefined, null, '', '.', '..', {}, [], [''], true, hostile, bare, Symbol('id')]
const NO_BODY = [undefined, null, 7, 'text', [], true, cyclic, { field: 10n }, Symbol('body')]

/** What each call is given in the place of what it needs. */
const CALLS: [name: string, call: (rewards: Untyped, given: unknown) => unknown, given: unknown[]][] = [
  [
    'track(name)',
    (rewards, given) => rewards.track!(given),
    [undefined, null, '', 7, {}, bare, hostile, Symbol('name')],
  ],
  ['track(data)', (rewards, given) => rewards.track!('purchase', given), [...NO_DATA, cyclic, hostile]],
  [
    'track(id)',
    (rewards, given) => rewards.track!('purchase', {}, { id: given }),
    [{}, [], ['a'], true, () => {}, bare],
  ],
  ['zone(name)', (rewards, given) => rewards.zone!(given), [undefined, null, '', 7, {}, bare, hostile]],
  ['zone(data)', (rewards, given) => rewards.zone!('terms', given), [...NO_DATA, cyclic, hostile]],
  ['zone(signal)', (rewards, given) => rewards.zone!('terms', {}, { signal: given }), [7, {}, 'text', hostile]],
  [
    'identify',
    (rewards, given) => rewards.identify!(given),
    [undefined, null, 7, 'a@b.c', {}, { email: '' }, cyclic, hostile],
  ],
  ['identify(email)', (rewards, given) => rewards.identify!({ email: given }), [{}, [], true, () => {}, cyclic, bare]],
  ['verify', (rewards, given) => rewards.verify!(given), [7, {}, [], 'a.b', bare, Symbol('jwt')]],
  [
    'setConsent',
    (rewards, given) => rewards.setConsent!(given),
    [undefined, null, 7, {}, 'yes', bare, hostile, Symbol('yes')],
  ],
  ['eventUrl(name)', (rewards, given) => rewards.eventUrl!(given), [undefined, '', 7, {}, bare]],
  ['eventUrl(data)', (rewards, given) => rewards.eventUrl!('seen', given), [...NO_DATA, { a: {} }, 'x'.repeat(1e6)]],
  ['mount(target)', (rewards, given) => rewards.mount!(given, 'terms'), [undefined, 7, '[', {}, hostile, bare]],
  ['mount(name)', (rewards, given) => rewards.mount!(document.body, given), [undefined, null, '', 7, {}, bare]],
  ['mount(options)', (rewards, given) => rewards.mount!(document.body, 'terms', {}, given), [hostile]],
  ['share', (rewards, given) => rewards.share!(given, 'copy'), [undefined, null, 7, {}, { link: 'here' }, hostile]],
  ['profile.update', (rewards, given) => rewards.profile!.update!(given), NO_BODY],
  ['parameters.update', (rewards, given) => rewards.parameters!.update!(given), NO_BODY],
  ['parameters.set(value)', (rewards, given) => rewards.parameters!.set!('size', given), [undefined, cyclic, hostile]],
  [
    'parameters.set(options)',
    (rewards, given) => rewards.parameters!.set!('size', 'M', given),
    [hostile, { signal: 7 }, { timeout: 'soon' }],
  ],
  ['parameters.set(name)', (rewards, given) => rewards.parameters!.set!(given, 1), NO_ID],
  ['shareables.create', (rewards, given) => rewards.shareables!.create!(given), NO_BODY.slice(1)],
  ['shareables.get', (rewards, given) => rewards.shareables!.get!(given), NO_ID],
  [
    'shareables.list',
    (rewards, given) => rewards.shareables!.list!(given),
    [7, 'key', [], { key: 7 }, { key: {} }, hostile],
  ],
  ['email.share', (rewards, given) => rewards.email!.share!(given), NO_BODY],
  ['assets.create', (rewards, given) => rewards.assets!.create!(given), [undefined, null, 7, {}, 'text']],
  ['assets.get', (rewards, given) => rewards.assets!.get!(given), NO_ID],
  ['assets.create(about)', (rewards, given) => rewards.assets!.create!(new Blob(['a']), given), [cyclic]],
  [
    'assets.create(options)',
    (rewards, given) => rewards.assets!.create!(new Blob(['a']), {}, given),
    [hostile, { signal: 7 }, { mimeTypes: 7 }, { mimeTypes: 'image/png' }, { maxBytes: '3' }],
  ],
  ['assets.download(options)', (rewards, given) => rewards.assets!.download!('a', given), [hostile, { signal: 7 }]],
  ['assets.delete', (rewards, given) => rewards.assets!.delete!(given), NO_ID],
  ['persons', (rewards, given) => rewards.persons!(given).assets!.list!(), NO_ID],
  [
    'rewardStatus.get',
    (rewards, given) => rewards.rewardStatus!.get!(given),
    [undefined, {}, { polling_id: {} }, { polling_id: 'a', reward_name: 'b' }, Symbol('a')],
  ],
  [
    'rewardStatus.watch',
    (rewards, given) => firstOf(rewards.rewardStatus!.watch!(given)),
    [undefined, {}, { polling_id: 7 }],
  ],
  [
    'rewardStatus.watch(options)',
    (rewards, given) => firstOf(rewards.rewardStatus!.watch!({ polling_id: 'a' }, given)),
    [
      hostile,
      { signal: 7 },
      { signal: hostile },
      { timeout: 'soon' },
      { timeout: Number.NaN },
      { timeout: Symbol('soon') },
    ],
  ],
]

afterEach(async () => {
  await new Promise(resolve => setImmediate(resolve))
  expect(unhandled.splice(0)).toEqual([])
})

/** What a call throws, at once or later. */
async function thrownBy(call: () => unknown): Promise<unknown> {
  try {
    await call()
  } catch (error) {
    return error
  }
  return undefined
}

const refusal = expect.objectContaining({ name: 'RewardsError', code: 'invalid_argument' })

describe.each(CALLS)('%s refuses', (name, call, given) => {
  test('invalid values, before anything is sent', async () => {
    const { rewards, requests } = page()
    for (const [index, value] of given.entries()) {
      const error = await thrownBy(() => call(untyped(rewards), value))
      expect(error, `${name}, value ${index}`).toEqual(refusal)
      expect(error).toBeInstanceOf(RewardsError)
    }
    expect(requests).toEqual([])
  })
})

const NO_NAME = [{}, cyclic, hostile, bare, Symbol('option')]

const OPTIONS: [name: string, given: unknown[]][] = [
  ['domain', [undefined, null, 7, 'ftp://brand.com', ...NO_NAME]],
  ['carrier', [7, 'pigeon', null, ...NO_NAME]],
  ['consent', [true, 'yes', ...NO_NAME]],
  ['jwt', ['a.b.c', 7, ...NO_NAME]],
  ['fetch', ['fetch', 7, ...NO_NAME]],
  ['tokenDuration', [0, -1, Number.NaN, Infinity, true, '60', 'long', ...NO_NAME]],
  ['eventsPerMinute', [0, -1, Number.NaN, Infinity, true, '60', 'many', ...NO_NAME]],
  ['debug', [1, 'true', ...NO_NAME]],
  ['cookieDomain', [7, true, ...NO_NAME]],
  ['vendor', ['', 'two words', 7, 'a:b', null, ...NO_NAME]],
  ['data', [7, 'text', [1], true, Symbol('data')]],
]

describe('createRewards refuses', () => {
  test.each(OPTIONS)('an option %s that is invalid', async (name, given) => {
    for (const [index, value] of given.entries())
      expect(await thrownBy(() => createRewards({ domain: DOMAIN, [name]: value })), `value ${index}`).toEqual(refusal)
  })

  test('null for the carrier and the consent, and takes it as left out elsewhere', async () => {
    for (const name of ['carrier', 'consent'])
      expect(await thrownBy(() => createRewards({ domain: DOMAIN, [name]: null })), name).toEqual(refusal)
    const numbers = { tokenDuration: null, eventsPerMinute: null }
    const leftOut = { ...numbers, jwt: null, fetch: null, data: null, debug: null, demo: null, cookieDomain: null }
    expect(await thrownBy(() => createRewards({ domain: DOMAIN, ...leftOut } as never))).toBeUndefined()
  })

  test('options that throw when they are read', async () => {
    expect(await thrownBy(() => createRewards(hostile as never))).toEqual(refusal)
  })
})

test('two events whose ids are numbers are two events', async () => {
  const { rewards } = page()
  const [one, other] = await Promise.all([1, 2].map(id => rewards.track('purchase', {}, { id: id as never })))
  expect([one?.partner_event_id, other?.partner_event_id]).toEqual(['1', '2'])
})
