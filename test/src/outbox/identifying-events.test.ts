import { expect, test } from 'vitest'
import { createIdentifyingEvents } from '../../../src/outbox/identifying-events.js'
import { postponeUntilReturn } from '../../../src/outbox/postpone.js'
import { settledAs } from '../../../src/outbox/settled.js'
import type { WaitingEvent } from '../../../src/outbox/waiting-event.js'
import { waiting } from './waiting.js'

const person = { data: { email: 'ada@example.com' } }
const [before, login, after] = [waiting('before'), waiting('login', person), waiting('after')]

/** The ids of the events that may be sent while `queued` waits. */
async function start(queued = [before, login, after]) {
  const events = createIdentifyingEvents({ all: async () => queued })
  await events.refresh()
  return { events, ids: () => events.before([before, login, after]).map(({ id }) => id) }
}

test('Before the first look at the queue, no event may be sent', () => {
  expect(createIdentifyingEvents({ all: async () => [] }).before([before])).toEqual([])
})

test('Events up to the first identifying one may be sent', async () => {
  expect((await start()).ids()).toEqual(['before', 'login'])
})

test('Without an identifying event, all events may be sent', async () => {
  expect((await start([before, after])).ids()).toEqual(['before', 'login', 'after'])
})

test('An identifying event that has ended holds up nothing; another event with its id does not end it', async () => {
  const { events, ids } = await start()
  events.forget(settledAs(waiting('login', { name: 'other' }), {}))
  events.forget(settledAs(waiting('login', { owner: 'another' }), {}))
  expect(ids()).toEqual(['before', 'login'])
  events.forget(settledAs(login, {}))
  expect(ids()).toEqual(['before', 'login', 'after'])
})

test('A postponed identifying event holds up nothing', async () => {
  const postponed = [postponeUntilReturn(login, 1), postponeUntilReturn(after, 1)]
  const { events } = await start([before, ...postponed])
  expect(events.before([before, ...postponed]).map(({ id }) => id)).toEqual(['before', 'login', 'after'])
})

test('Pages that track many events at once read the queue only once or twice', async () => {
  let reads = 0
  const queued: WaitingEvent[] = []
  const events = createIdentifyingEvents({
    async all() {
      reads++
      return [...queued]
    },
  })
  const refreshed = Array.from({ length: 1_000 }, () => events.refresh())
  await refreshed[0]
  queued.push(login)
  await Promise.all([...refreshed, events.refresh()])
  expect(events.before([before, login, after])).toEqual([before, login])
  expect(reads).toBeLessThanOrEqual(3)
})
