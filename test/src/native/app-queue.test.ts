import { afterEach, expect, test, vi } from 'vitest'
import { receiveFromQueue } from '../../../src/native/app-queue.js'

afterEach(() => vi.unstubAllGlobals())

/** Receives from the queue of a page with this `window.rewards`. */
function start(earlier: unknown) {
  const received: unknown[] = []
  const runtime = {}
  vi.stubGlobal('rewards', earlier === 'the runtime' ? runtime : earlier)
  receiveFromQueue(runtime, message => received.push(message))
  return { runtime, received, page: globalThis as unknown as { rewards: unknown[] } }
}

test('Messages from before and after the start are received, each once and in order', () => {
  const { received, page } = start([
    ['receive', 1],
    ['receive', 2],
  ])
  page.rewards.push(['receive', 3], ['receive', 4])
  expect(received).toEqual([1, 2, 3, 4])
  expect([...page.rewards]).toEqual([])
})

test('Other calls stay in the queue', () => {
  const { received, page } = start([['track', 'a'], 'text'])
  expect(page.rewards.push(['receive', 1], ['track', 'b'])).toBe(3)
  expect([...page.rewards]).toEqual([['track', 'a'], 'text', ['track', 'b']])
  expect(received).toEqual([1])
})

test('A page without a queue gets one', () => {
  const { received, page } = start(undefined)
  page.rewards.push(['receive', 1])
  expect(received).toEqual([1])
})

test('The runtime of the script tag stays where it is', () => {
  const { runtime, page } = start('the runtime')
  expect(page.rewards).toBe(runtime)
})
