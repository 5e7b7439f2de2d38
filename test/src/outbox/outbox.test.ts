import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RewardsError, type RewardsErrorDetails } from '../../../src/http/error.js'
import { createOutbox, type Receipt, type Settled } from '../../../src/outbox/outbox.js'
import { createQueue, type WaitingEvent } from '../../../src/outbox/queue.js'

const event = (id: string): WaitingEvent => ({ id, name: 'purchase', data: {} })
const receipt = ({ id }: WaitingEvent): Receipt => ({ event_id: `e-${id}`, partner_event_id: id })

const unreachable = () => new RewardsError('network_error', '', { retryable: true })
const refused = (code = 'access_denied') => new RewardsError(code, '', { status: 403 })
const busy = (details: RewardsErrorDetails = {}) =>
  new RewardsError('too_many_requests', '', { status: 429, retryable: true, ...details })
const unknown = () => new RewardsError('Something broke', '', { status: 200, retryable: true })

/** An outbox before a platform that answers as `script` says, try by try; afterwards it takes everything. */
function outboxBefore(...script: (() => RewardsError | undefined)[]) {
  const submitted: string[] = []
  const settled: Settled[] = []
  let atOnce = 0
  let mostAtOnce = 0
  const { queue, ...outbox } = createOutbox({
    queue: createQueue('test', () => false),
    alone: work => work(),
    async submit(event) {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce)
      submitted.push(event.id)
      await Promise.resolve()
      atOnce--
      const fault = script.shift()?.()
      if (fault) throw fault
      return receipt(event)
    },
    onSettled: each => settled.push(each),
  })
  /** As the tracker does: it does not wait. */
  const add = (...ids: string[]) => {
    for (const id of ids) {
      queue.add(event(id))
      outbox.wake()
    }
  }
  return { ...outbox, add, queue, submitted, settled, mostAtOnce: () => mostAtOnce }
}

const taken = (id: string) => ({ id, name: 'purchase', receipt: { event_id: `e-${id}`, partner_event_id: id } })

describe('an event that the platform takes', () => {
  test('is submitted once, and told with its receipt', async () => {
    const { add, drain, submitted, settled } = outboxBefore()
    add('1')
    await drain()
    await drain()
    expect(submitted).toEqual(['1'])
    expect(settled).toEqual([taken('1')])
  })

  test('goes one at a time, in the order they happened', async () => {
    const { add, drain, submitted, mostAtOnce } = outboxBefore()
    const ids = Array.from({ length: 20 }, (_, index) => String(index))
    add(...ids)
    await drain()
    expect(submitted).toEqual(ids)
    expect(mostAtOnce()).toBe(1)
  })
})

describe('an event that the platform refuses', () => {
  test('is told with the refusal, and not tried again', async () => {
    const { add, drain, submitted, settled } = outboxBefore(refused)
    add('1')
    await drain()
    await drain()
    expect(submitted).toEqual(['1'])
    expect(settled).toMatchObject([{ id: '1', name: 'purchase', error: { code: 'access_denied' } }])
  })

  test('does not hold up those behind it', async () => {
    const { add, drain, settled } = outboxBefore(refused)
    add('1', '2')
    await drain()
    expect(settled).toMatchObject([{ id: '1', error: { code: 'access_denied' } }, taken('2')])
  })
})

describe('an event that cannot be delivered now', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test.each([
    ['the platform cannot be reached', unreachable],
    ['there were too many', busy],
    ['the platform is down', () => new RewardsError('invalid_response', '', { status: 503, retryable: true })],
    ['the token died twice', () => new RewardsError('expired_access_token', '', { status: 401 })],
    ['the consumer has just logged out', () => new RewardsError('logged_out', '')],
  ])('because %s is tried again, and keeps its place', async (_, fault) => {
    const { add, drain, submitted, settled } = outboxBefore(fault)
    add('1', '2')
    await drain()
    expect(submitted).toEqual(['1'])
    expect(settled).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(submitted).toEqual(['1', '1', '2'])
    expect(settled).toEqual([taken('1'), taken('2')])
  })

  test('waits longer from try to try, up to a cap', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const waits = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]
    const { add, drain, submitted, settled } = outboxBefore(...waits.map(() => unreachable))
    add('1')
    await drain()
    for (const [index, wait] of waits.entries()) {
      await vi.advanceTimersByTimeAsync(wait - 1)
      expect(submitted).toHaveLength(index + 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(submitted).toHaveLength(index + 2)
    }
    expect(settled).toEqual([taken('1')])
  })

  test('that follows one which was delivered waits no longer than a first', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { queue, submitted, wake } = outboxBefore(unreachable, unreachable, () => undefined, unreachable)
    queue.add(event('1'))
    queue.add(event('2'))
    wake()
    await vi.advanceTimersByTimeAsync(500 + 1_000)
    expect(submitted).toEqual(['1', '1', '1', '2'])
    await vi.advanceTimersByTimeAsync(500)
    expect(submitted).toEqual(['1', '1', '1', '2', '2'])
  })

  test('waits as long as the platform asks, whatever is tracked meanwhile', async () => {
    const { add, drain, submitted } = outboxBefore(() => busy({ retryAfter: '60' }))
    add('1')
    await drain()
    add('2')
    await vi.advanceTimersByTimeAsync(59_999)
    expect(submitted).toEqual(['1'])
    await vi.advanceTimersByTimeAsync(1)
    expect(submitted).toEqual(['1', '1', '2'])
  })

  test('is tried at once when the host asks for it, and never twice', async () => {
    const { add, drain, submitted } = outboxBefore(unreachable)
    add('1')
    await drain()
    await drain()
    expect(submitted).toEqual(['1', '1'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(submitted).toEqual(['1', '1'])
  })

  test('for a reason the platform gave no code for is tried five times, then refused, and those behind it go', async () => {
    const { add, drain, submitted, settled } = outboxBefore(unknown, unknown, unknown, unknown, unknown)
    add('1', '2')
    await drain()
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000 + 8_000)
    expect(submitted).toEqual(['1', '1', '1', '1', '1', '2'])
    expect(settled).toMatchObject([{ id: '1', error: { status: 200 } }, taken('2')])
  })

  test('is gone once the queue is cleared', async () => {
    const { add, drain, queue, submitted } = outboxBefore(unreachable)
    add('1')
    await drain()
    await queue.clear()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(submitted).toEqual(['1'])
  })
})

describe('an event tracked just as the outbox runs empty', () => {
  const SOON = { timeout: 500, interval: 1 }

  /** `count` turns of the microtask queue. */
  async function turns(count: number) {
    for (let turn = 0; turn < count; turn++) await undefined
  }

  test.each([
    ['no lock', (work: () => Promise<void>) => work()],
    [
      'a lock that is given back slowly',
      async (work: () => Promise<void>) => {
        await turns(5)
        await work()
        await turns(20)
      },
    ],
  ])('is delivered all the same, at whatever moment it comes, under %s', async (_, alone) => {
    for (let moment = 0; moment < 40; moment++) {
      const ids: string[] = []
      await new Promise<void>(resolve => {
        const { queue, wake } = createOutbox({
          queue: createQueue('test', () => false),
          alone,
          submit: async event => receipt(event),
          async onSettled({ id }) {
            ids.push(id)
            if (id === '2') return
            resolve()
            await turns(moment)
            queue.add(event('2'))
            wake()
          },
        })
        queue.add(event('1'))
        wake()
      })
      await vi.waitFor(() => expect(ids, `${moment} turns later`).toEqual(['1', '2']), SOON)
    }
  })
})
