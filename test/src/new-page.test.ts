// @vitest-environment happy-dom
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.unstubAllGlobals())

const received: unknown[] = []

/** A page that stays in memory, as the runtime of a test that does not destroy it. */
function leavePageOpen() {
  const channel = new BroadcastChannel('left')
  channel.onmessage = ({ data }) => received.push(data)
}

test('the globals of a test end with it', leavePageOpen)
test('the pages of a test end with it, also after the globals of a test have ended', leavePageOpen)

test('a page of an earlier test hears no page of a later test', async () => {
  const [sender, receiver] = [new BroadcastChannel('left'), new BroadcastChannel('left')]
  const heard = new Promise(resolve => (receiver.onmessage = resolve))
  sender.postMessage('hello')
  await heard
  await sleep(0)
  expect(received).toEqual([])
})
