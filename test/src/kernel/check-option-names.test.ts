import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRewards, type Rewards } from '../../../src/index.js'
import { SOON } from '../../soon.js'

const warned = vi.spyOn(console, 'warn')
let rewards: Rewards | undefined

beforeEach(() => {
  warned.mockReset().mockImplementation(() => {})
})
afterEach(() => {
  rewards?.destroy()
})

function create(options: object = {}) {
  rewards = createRewards({ domain: 'https://share.brand.com', fetch: async () => new Response(), ...options })
  return rewards
}

/** Runtimes of other tests may warn of something else. */
const lines = () => warned.mock.calls.map(([line]) => String(line)).filter(line => line.includes('unknown_key'))

test('warns of each unknown option with the nearest one, its code and the page about it, and dispatches no error event', async () => {
  const onError = vi.fn()
  create({ tokenDuraton: 60, colour: 'red' }).addEventListener('error', onError)
  await vi.waitFor(() => expect(lines()).toHaveLength(2), SOON)
  expect(lines()).toEqual([
    expect.stringMatching(
      /unknown_key: createRewards\(\) has the unknown key "tokenDuraton", which is ignored; did you mean "tokenDuration"\?.*#unknown_key$/,
    ),
    expect.stringContaining('"colour", which is ignored; check its spelling'),
  ])
  expect(onError).not.toHaveBeenCalled()
})

test.each([
  ['locale', 'write data: { locale }'],
  ['onError', 'it is a setting of the provider'],
  ['onEror', 'it is a setting of the provider'],
])('says what is meant by %s, which is no option', async (name, hint) => {
  create({ [name]: 'de' })
  await vi.waitFor(() => expect(lines()).toHaveLength(1), SOON)
  expect(lines()[0]).toContain(`createRewards() has no option ${name}; ${hint}`)
})

test('does not warn of an option that exists', async () => {
  const word = { carrier: 'header', consent: 'granted', vendor: 'svc', cookieDomain: '.brand.com' }
  create({ ...word, data: {}, debug: false, eventsPerMinute: 60, tokenDuration: 60, jwt: () => null })
  await import('../../../src/diagnostics/describe-unknown-key.js')
  await new Promise(setImmediate)
  expect(lines()).toEqual([])
})

test.each([
  'consnet',
  'conset',
  'Consent',
  'consents',
])('nothing is stored while an option is called %s, and the warning says so', async name => {
  const headers = { 'x-svc-token': 'made', 'x-svc-cookie-consent': 'granted' }
  const { zone, storage } = create({
    [name]: 'denied',
    fetch: async () => Response.json({ text: 'Terms' }, { headers }),
  })
  await zone('terms')
  expect(storage.isAllowed).toBe(false)
  await vi.waitFor(() => expect(lines()).toEqual([expect.stringContaining('nothing is stored')]), SOON)
})

test('beside the option `consent`, a misspelt one changes nothing', async () => {
  expect(create({ consent: 'granted', consnet: 'denied' }).storage.isAllowed).toBe(true)
  await vi.waitFor(() => expect(lines()).toEqual([expect.not.stringContaining('nothing is stored')]), SOON)
})
