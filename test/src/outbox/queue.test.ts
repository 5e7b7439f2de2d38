import { describe, expect, test } from 'vitest'
import { createQueue, type Queue, type WaitingEvent } from '../../../src/outbox/queue.js'

const event = (id: string): WaitingEvent => ({ id, name: 'purchase', data: { cart_value: 3 } })

/** Takes events out in the order of delivery, until none is left. */
async function drain(queue: Queue): Promise<string[]> {
  const ids: string[] = []
  for (let first = await queue.first(); first; first = await queue.first()) {
    ids.push(first.id)
    await queue.remove(first)
  }
  return ids
}

// Without IndexedDB, as in Node, a private window or a sandboxed frame. What a real database keeps is tried in browsers.
const KEEPS: [where: string, keeps: () => boolean][] = [
  ['where nothing may be kept', () => false],
  ['where the browser has no storage', () => true],
]

describe.each(KEEPS)('the queue of events, %s', (_, keeps) => {
  const create = () => createQueue('rewards:https://share.brand.com', keeps)

  test('is empty at first', async () => {
    expect(await create().first()).toBeUndefined()
  })

  test('has them oldest first, whole', async () => {
    const queue = create()
    queue.add(event('1'))
    queue.add(event('2'))
    expect(await queue.first()).toEqual(event('1'))
    expect(await drain(queue)).toEqual(['1', '2'])
  })

  test('keeps the order of those added at once', async () => {
    const queue = create()
    const ids = Array.from({ length: 50 }, (_, index) => String(index))
    for (const id of ids) queue.add(event(id))
    expect(await drain(queue)).toEqual(ids)
  })

  test('does not lose the first by looking at it', async () => {
    const queue = create()
    queue.add(event('1'))
    await queue.first()
    expect(await queue.first()).toEqual(event('1'))
  })

  test('removes the one asked for, and nothing for one it does not have', async () => {
    const queue = create()
    for (const id of ['1', '2', '3']) queue.add(event(id))
    await queue.remove(event('2'))
    await queue.remove(event('9'))
    expect(await drain(queue)).toEqual(['1', '3'])
  })

  test('takes one that is added while another is being removed', async () => {
    const queue = create()
    queue.add(event('1'))
    const removed = queue.remove(event('1'))
    queue.add(event('2'))
    await removed
    expect(await drain(queue)).toEqual(['2'])
  })

  test('is empty once cleared', async () => {
    const queue = create()
    queue.add(event('1'))
    await queue.clear()
    expect(await queue.first()).toBeUndefined()
  })

  test('goes on in memory when nothing may be kept any more', async () => {
    const queue = create()
    queue.add(event('1'))
    await queue.withdraw()
    expect(await drain(queue)).toEqual(['1'])
  })
})
