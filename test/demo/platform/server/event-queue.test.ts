import { expect, test } from 'vitest'
import { RestError } from '../../../../demo/platform/http/rest-error.js'
import { createEventQueue } from '../../../../demo/platform/server/event-queue.js'

test('events are processed in order, and a failed one does not stop the others', async () => {
  const queue = createEventQueue()
  const done: number[] = []
  queue.add(async () => done.push(1))
  queue.add(() => Promise.reject(new RestError('person_not_found', 'Nobody')))
  queue.add(async () => done.push(2))
  await queue.idle()
  expect(done).toEqual([1, 2])
})

test('a full queue rejects events until there is room', async () => {
  const queue = createEventQueue(1)
  let release = () => {}
  queue.add(() => new Promise<void>(resolve => (release = resolve)))
  expect(() => queue.add(async () => {})).toThrow('The event queue is full')
  await Promise.resolve()
  release()
  await queue.idle()
  expect(() => queue.add(async () => {})).not.toThrow()
})
