// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRewards, type Rewards } from '../../../src/index.js'
import { SOON } from '../../soon.js'

const warned = vi.spyOn(console, 'warn')
let rewards: Rewards | undefined

beforeEach(() => {
  warned.mockReset().mockImplementation(() => {})
  vi.useFakeTimers()
})
afterEach(() => {
  rewards?.destroy()
  vi.useRealTimers()
  document.body.replaceChildren()
})

function create() {
  rewards = createRewards({ domain: 'https://share.brand.com', fetch: async () => new Response() })
  return rewards
}

const showZones = () => {
  document.body.innerHTML = '<rewards-zone name="hero"></rewards-zone><rewards-zone name="foot"></rewards-zone>'
}

/** What the console says of the element. A line is written once its words are loaded. */
async function lines() {
  vi.useRealTimers()
  createRewards({ domain: 'https://other.brand.com', fetch: async () => new Response() }).report(
    'unknown_key',
    'The last line',
  )
  const written = () => warned.mock.calls.map(([line]) => String(line))
  await vi.waitFor(() => expect(written().join()).toContain('The last line'), SOON)
  return written().filter(line => line.includes('element_not'))
}

test('a page with zones but without the code of the widgets is reported once, after five seconds', async () => {
  const onError = vi.fn()
  const reported = vi.spyOn(create(), 'report')
  rewards!.addEventListener('error', onError)
  showZones()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(reported).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(await lines()).toEqual([
    expect.stringMatching(/element_not_defined: .*'rewards-web-sdk\/widgets'.*#element_not_defined$/),
  ])
  expect(onError).not.toHaveBeenCalled()
})

test.each(['reward-zone', 'rewards-zones'])('a page with a <%s> is told the right name', async name => {
  create()
  document.body.innerHTML = `<${name} name="hero"></${name}>`
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await lines()).toEqual([expect.stringContaining(`A <${name}> has no code: write <rewards-zone>`)])
})

test('a page without zones is not', async () => {
  create()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await lines()).toEqual([])
})

test('a page whose runtime was destroyed is not', async () => {
  create().destroy()
  showZones()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await lines()).toEqual([])
})

// The last one: a page cannot take back the definition of an element.
test('a page with the code of the widgets is not', async () => {
  await import('../../../widgets/index.js')
  create()
  showZones()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await lines()).toEqual([])
})
