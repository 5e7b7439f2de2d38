// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueue, type Queue } from '../../../src/outbox/queue.js'
import { settledAs } from '../../../src/outbox/settled.js'
import type { WaitingEvent } from '../../../src/outbox/waiting-event.js'
import { journal, waiting } from './waiting.js'

const NAME = 'rewards:https://share.brand.com'
const NONE: ReadonlySet<WaitingEvent['key']> = new Set()
const some = (count: number) => Array.from({ length: count }, (_, index) => waiting(String(index)))

beforeEach(() => localStorage.clear())

/** A queue, those it refused, and the way events come into it. */
function create(keeps: boolean) {
  const refused: string[] = []
  const queue = createQueue(
    NAME,
    () => keeps,
    events => refused.push(...events.map(({ id }) => id)),
  )
  const accept = (...events: WaitingEvent[]) => {
    if (keeps) for (const event of events) journal(NAME, event)
    return queue.accept(events)
  }
  return { ...queue, accept, refused }
}

/** Takes events out in the order of delivery, until none is left. */
async function drain(queue: Pick<Queue, 'first' | 'remove'>): Promise<string[]> {
  const ids: string[] = []
  for (let first = await queue.first(NONE); first; first = await queue.first(NONE)) {
    ids.push(first.id)
    await queue.remove(first)
  }
  return ids
}

// Without IndexedDB, as in a private window or a sandboxed frame. What a real database keeps is tried in browsers.
describe.each([
  ['where nothing may be stored', false],
  ['where the browser has no database', true],
])('the queue of events, %s', (_, keeps) => {
  test('is empty at first', async () => {
    expect(await create(keeps).first(NONE)).toBeUndefined()
  })

  test('returns whole events, oldest first', async () => {
    const queue = create(keeps)
    const [one, two] = some(2) as [WaitingEvent, WaitingEvent]
    queue.accept(one, two)
    expect(await queue.first(NONE)).toEqual(one)
    expect(await drain(queue)).toEqual(['0', '1'])
    expect(localStorage).toHaveLength(0)
  })

  test('keeps the first event when it is read', async () => {
    const queue = create(keeps)
    queue.accept(waiting('1'))
    await queue.first(NONE)
    expect(await queue.first(NONE)).toMatchObject({ id: '1' })
  })

  test('removes the given event, and nothing for an unknown one', async () => {
    const queue = create(keeps)
    const events = some(3)
    await queue.accept(...events)
    await queue.remove(events[1]!)
    await queue.remove(waiting('9'))
    expect(await drain(queue)).toEqual(['0', '2'])
  })

  test('accepts an event while another is being removed', async () => {
    const queue = create(keeps)
    const [one, two] = some(2) as [WaitingEvent, WaitingEvent]
    await queue.accept(one)
    const removed = queue.remove(one)
    queue.accept(two)
    await removed
    expect(await drain(queue)).toEqual(['1'])
  })

  test('is empty once cleared', async () => {
    const queue = create(keeps)
    queue.accept(...some(3))
    await queue.deleteExcept(() => false, [])
    expect(await queue.first(NONE)).toBeUndefined()
    expect(localStorage).toHaveLength(0)
  })

  test('accepts a thousand events, and rejects the newest beyond that', async () => {
    const queue = create(keeps)
    await queue.accept(...some(999))
    await queue.accept(waiting('last'), waiting('one too many'))
    await queue.accept(waiting('another'))
    expect(queue.refused).toEqual(['one too many', 'another'])
    expect((await drain(queue)).at(-1)).toBe('last')
    await queue.accept(waiting('later'))
    expect(queue.refused).toHaveLength(2)
  })

  test('accepts one mebibyte, and then whatever still fits', async () => {
    const queue = create(keeps)
    const big = (id: string, size: number) => waiting(id, { data: { text: 'ж'.repeat(size / 2) } })
    await queue.accept(big('1', 900_000), big('2', 200_000), waiting('3'))
    expect(queue.refused).toEqual(['2'])
    expect(await drain(queue)).toEqual(['1', '3'])
  })
})

describe('the events journaled by an earlier page', () => {
  test('are adopted, oldest first', async () => {
    for (const event of some(3)) journal(NAME, event)
    const queue = create(true)
    await queue.adopt()
    expect(await drain(queue)).toEqual(['0', '1', '2'])
  })

  test.each([
    '{"id":',
    '7',
    'null',
    '{"id":1,"name":"purchase","data":{}}',
    '{"id":"1","name":"purchase"}',
    '{"id":"1","name":"purchase","owner":"device","data":{}}',
    '{"id":"1","name":"purchase","owner":"device","key":"1","data":{}}',
  ])('are deleted if they are no events: %s; those behind are adopted', async record => {
    localStorage.setItem(`${NAME}|1|0`, record)
    journal(NAME, waiting('1'))
    localStorage.setItem('theirs', record)
    const queue = create(true)
    await queue.adopt()
    expect(await drain(queue)).toEqual(['1'])
    expect({ ...localStorage }).toEqual({ theirs: record })
  })

  test('are left alone in a record of another version', async () => {
    localStorage.setItem(`${NAME}|2|1`, JSON.stringify([waiting('1')]))
    localStorage.setItem(`${NAME}|2|2`, 'something new')
    const before = { ...localStorage }
    const queue = create(true)
    await queue.adopt()
    expect(await drain(queue)).toEqual([])
    expect({ ...localStorage }).toEqual(before)
  })

  test('are left alone while nothing may be stored, and erased once that is final', async () => {
    journal(NAME, waiting('1'))
    const queue = create(false)
    await queue.adopt()
    expect(await queue.first(NONE)).toBeUndefined()
    expect(localStorage).toHaveLength(1)
    await queue.moveToMemory([])
    expect(localStorage).toHaveLength(0)
    expect(await drain(queue)).toEqual(['1'])
  })

  test('are not adopted again if another tab has adopted them meanwhile', async () => {
    const queue = create(true)
    const event = waiting('1')
    journal(NAME, event)
    journal(NAME, event)
    queue.accept(event)
    await queue.adopt()
    expect(await drain(queue)).toEqual(['1'])
  })
})

describe('where the browser has no database, and localStorage', () => {
  afterEach(() => vi.unstubAllGlobals())

  /** From now on `localStorage` has room for this many characters. */
  function limitStorage(most: number) {
    const held = localStorage
    const size = () => Object.entries(held).reduce((sum, [key, value]) => sum + key.length + String(value).length, 0)
    const setItem = (key: string, value: string) => {
      if (size() - (held.getItem(key)?.length ?? -key.length) + value.length > most)
        throw new DOMException('Full', 'QuotaExceededError')
      held.setItem(key, value)
    }
    vi.stubGlobal(
      'localStorage',
      new Proxy(held, {
        get: (_, name) => {
          const found = name === 'setItem' ? setItem : Reflect.get(held, name)
          return typeof found === 'function' ? found.bind(held) : found
        },
      }),
    )
    return size
  }

  test('is full, a changed event keeps its stored form', async () => {
    const queue = create(true)
    const event = waiting('1')
    await queue.accept(event)
    const size = limitStorage(Number.POSITIVE_INFINITY)
    limitStorage(size())
    const postponed = { failures: 1, faults: 0, since: 1, at: 1, delay: 1 }
    await queue.replace(event, { ...event, key: `~${event.key}`, postponed })
    vi.unstubAllGlobals()
    expect((await create(true).all()).map(({ id }) => id)).toEqual(['1'])
  })

  test('has room again, the events that did not fit are stored', async () => {
    let keeps = false
    const queue = createQueue(
      NAME,
      () => keeps,
      () => {},
    )
    await queue.accept([waiting('1')])
    keeps = true
    await queue.accept([])
    expect((await create(true).all()).map(({ id }) => id)).toEqual(['1'])
  })
})

test('an event that another tab takes over in this moment belongs to that tab', async () => {
  const queue = create(true)
  const event = waiting('1')
  journal(NAME, event)
  const adopted = queue.adopt()
  localStorage.clear()
  await adopted
  expect(await queue.all()).toEqual([])
})

describe('while events are moved back into memory', () => {
  let keeps: boolean
  let queue: Queue
  const event = waiting('1')

  beforeEach(async () => {
    keeps = true
    queue = createQueue(
      NAME,
      () => keeps,
      () => {},
    )
    journal(NAME, event)
    await queue.adopt()
    keeps = false
  })

  test('they are found', async () => {
    void queue.moveToMemory([event])
    expect(await queue.first(NONE)).toEqual(event)
    expect(await queue.all()).toEqual([event])
  })

  test('an answered event does not come back', async () => {
    const withdrawn = queue.moveToMemory([event])
    await queue.remove(event)
    await withdrawn
    expect(await queue.all()).toEqual([])
  })

  test('an event that another tab has delivered does not come back', async () => {
    const withdrawn = queue.moveToMemory([event])
    queue.forget(settledAs(event, {}))
    await withdrawn
    expect(await queue.all()).toEqual([])
  })
})
