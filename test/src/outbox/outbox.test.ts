import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RewardsError, type RewardsErrorDetails } from '../../../src/error/error.js'
import { createOutbox } from '../../../src/outbox/outbox.js'
import { createPace } from '../../../src/outbox/pace.js'
import { createQueue } from '../../../src/outbox/queue.js'
import type { Receipt, Settled } from '../../../src/outbox/settled.js'
import type { WaitingEvent } from '../../../src/outbox/waiting-event.js'
import { SOON } from '../../soon.js'
import { lifetime as endless } from '../lifetime.js'
import { waiting } from './waiting.js'

const receipt = ({ id }: WaitingEvent): Receipt => ({ name: 'purchase', event_id: `e-${id}`, partner_event_id: id })

/** How far apart two that follow each other go, at least. */
const APART = 120

const unreachable = () => new RewardsError('network_error', '', { retryable: true })
const refused = (code = 'access_denied') => new RewardsError(code, '', { status: 403 })
const busy = (details: RewardsErrorDetails = {}) =>
  new RewardsError('too_many_requests', '', { status: 429, retryable: true, ...details })
const unknown = () => new RewardsError('Something broke', '', { status: 200, retryable: true, hasUnknownCode: true })

const calledOff = (signal: AbortSignal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new RewardsError('aborted', '')))
  })

/** An outbox before a platform that fails each submission of an event as `faultOf` its id says. */
const outboxFailing = (faultOf: (id: string) => (() => RewardsError) | undefined) => outboxIn({ faultOf })

interface Surroundings {
  eventsPerMinute?: number
  faultOf?(id: string): (() => RewardsError) | undefined
  withLock?(work: () => Promise<void>): Promise<void>
  /** Each answer waits for it. */
  before?(): Promise<void>
  lifetime?: AbortSignal
}

/** An outbox before a platform that answers as `script` says, try by try; afterwards it takes everything. */
const outboxBefore = (...script: (() => RewardsError | undefined)[]) => outboxIn({}, ...script)

function outboxIn(
  { withLock = work => work(), before, faultOf = () => undefined, eventsPerMinute, lifetime = endless }: Surroundings,
  ...script: (() => RewardsError | undefined)[]
) {
  const submitted: string[] = []
  const settled: Omit<Settled, 'owner' | 'key'>[] = []
  const events: WaitingEvent[] = []
  let atOnce = 0
  let mostAtOnce = 0
  const queue = createQueue(
    'test',
    () => false,
    () => {},
  )
  const pace = createPace('test', () => false, eventsPerMinute)
  const outbox = createOutbox({
    queue,
    lifetime,
    pace,
    obstacleOf: ({ id }) =>
      id.startsWith('logged out') ? refused('logged_out') : id.startsWith('absent') ? 'absent' : undefined,
    withLock,
    async submit(event, signal) {
      mostAtOnce = Math.max(mostAtOnce, ++atOnce)
      submitted.push(event.id)
      if (before) await Promise.race([before(), calledOff(signal)])
      await Promise.resolve()
      atOnce--
      const fault = script.shift()?.() ?? faultOf(event.id)?.()
      if (fault) throw fault
      return receipt(event)
    },
    onSettled: ({ owner: _, key: __, ...each }) => settled.push(each),
  })
  /** As the tracker does: it does not wait. */
  const add = (...ids: string[]) => {
    for (const id of ids) {
      const event = waiting(id, id.startsWith('naming') ? { data: { email: 'ada@example.com' } } : {})
      events.push(event)
      queue.accept([event])
      outbox.resume()
    }
  }
  return { ...outbox, add, queue, pace, events, submitted, settled, mostAtOnce: () => mostAtOnce }
}

const taken = (id: string) => {
  const name = 'purchase'
  return { id, name, receipt: { event_id: `e-${id}`, name, partner_event_id: id } }
}

describe('an accepted event', () => {
  test('is submitted once and gets one receipt', async () => {
    const { add, drain, submitted, settled } = outboxBefore()
    add('1')
    await drain()
    await drain()
    expect(submitted).toEqual(['1'])
    expect(settled).toEqual([taken('1')])
  })

  test('is followed by the next event, in the order of tracking', async () => {
    const { add, drain, submitted, mostAtOnce } = outboxBefore()
    const ids = Array.from({ length: 20 }, (_, index) => String(index))
    add(...ids)
    await drain()
    expect(submitted).toEqual(ids)
    expect(mostAtOnce()).toBe(1)
  })
})

describe('a rejected event', () => {
  test('rejects with the platform’s error and is not sent again', async () => {
    const { add, drain, submitted, settled } = outboxBefore(refused)
    add('1')
    await drain()
    await drain()
    expect(submitted).toEqual(['1'])
    expect(settled).toMatchObject([{ id: '1', name: 'purchase', error: { code: 'access_denied' } }])
  })

  test('does not delay the events behind it', async () => {
    const { add, drain, settled } = outboxBefore(refused)
    add('1', '2')
    await drain()
    expect(settled).toMatchObject([{ id: '1', error: { code: 'access_denied' } }, taken('2')])
  })
})

describe('an event that must not be sent', () => {
  test('rejects and is never submitted', async () => {
    const { add, drain, submitted, settled } = outboxBefore()
    add('logged out', '1')
    await drain()
    expect(submitted).toEqual(['1'])
    expect(settled).toMatchObject([{ id: 'logged out', error: { code: 'logged_out' } }, taken('1')])
  })
})

describe('events that are sent at once because the page is left', () => {
  /** Two events, the first of which has the answer that `first` says once `answer` is called. */
  async function rushedWhileFirstIsUnderWay(first: () => RewardsError) {
    let answer = () => {}
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    const { add, drain, sendNow, pause, events, submitted, settled } = outboxIn({ before: () => answered }, first)
    add('1', '2')
    drain()
    await vi.waitFor(() => expect(submitted).toEqual(['1']), SOON)
    sendNow(events)
    pause()
    return { answer, submitted, settled }
  }

  test('are sent side by side, each once, even during another delivery', async () => {
    const { add, drain, sendNow, submitted, settled, mostAtOnce, events } = outboxBefore()
    add('1', '2', '3')
    const drained = drain()
    await Promise.resolve()
    sendNow(events)
    expect(submitted).toEqual(['1', '2', '3'])
    expect(mostAtOnce()).toBe(3)
    await drained
    expect(submitted).toEqual(['1', '2', '3'])
    expect(settled).toHaveLength(3)
  })

  test('are sent again if the browser aborted them', async () => {
    const { answer, submitted, settled } = await rushedWhileFirstIsUnderWay(unreachable)
    answer()
    await vi.waitFor(() => expect(settled).toHaveLength(2), SOON)
    expect(submitted).toEqual(['1', '2', '1'])
  })

  test('are not sent again after a logout', async () => {
    const { answer, submitted, settled } = await rushedWhileFirstIsUnderWay(() => new RewardsError('logged_out', ''))
    answer()
    await vi.waitFor(() => expect(settled).toHaveLength(1), SOON)
    expect(submitted).toEqual(['1', '2'])
  })

  test('are not sent again after a rejection by the platform', async () => {
    const { answer, submitted, settled } = await rushedWhileFirstIsUnderWay(busy)
    answer()
    await vi.waitFor(() => expect(settled).toHaveLength(1), SOON)
    expect(submitted).toEqual(['1', '2'])
  })

  test('count as one failure if they fail together', async () => {
    const { add, sendNow, pace, settled, events } = outboxBefore(unreachable, unreachable, unreachable)
    vi.spyOn(Math, 'random').mockReturnValue(0.999)
    add('1', '2', '3')
    sendNow(events)
    await vi.waitFor(() => expect(pace.backoffLeft()).toBeGreaterThan(0), SOON)
    expect(pace.backoffLeft()).toBeLessThanOrEqual(1_000)
    expect(settled).toEqual([])
    vi.restoreAllMocks()
  })
})

describe('where the platform allows more events than it answers one after the other', () => {
  /** An outbox before a platform that answers when it is told to. */
  function outboxWaiting(surroundings: Pick<Surroundings, 'faultOf' | 'lifetime'> = {}) {
    const answers: (() => void)[] = []
    const before = () => new Promise<void>(resolve => answers.push(resolve))
    const outbox = outboxIn({ eventsPerMinute: 60_000_000, before, ...surroundings })
    const untilSubmitted = (...ids: string[]) => vi.waitFor(() => expect(outbox.submitted).toEqual(ids), SOON)
    return {
      ...outbox,
      untilSubmitted,
      /** Answers the oldest of those that wait, or so many. Then nothing more is sent than `ids`. */
      async answer(ids: string[], count = 1) {
        for (const resolve of answers.splice(0, count)) resolve()
        await untilSubmitted(...ids)
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
        expect(outbox.submitted).toEqual(ids)
      },
    }
  }

  test('the first is answered before six go side by side', async () => {
    const { add, answer, untilSubmitted, submitted, settled, mostAtOnce } = outboxWaiting()
    add('1', '2', '3', '4', '5', '6', '7', '8', '9')
    await untilSubmitted('1')
    await answer(['1', '2', '3', '4', '5', '6', '7'])
    await answer([...submitted, '8'])
    await answer([...submitted, '9'], 2)
    await answer(submitted, 6)
    await vi.waitFor(() => expect(settled).toHaveLength(9), SOON)
    expect(mostAtOnce()).toBe(6)
  })

  test('an identifying event waits for those before it, and those behind wait for it', async () => {
    const { add, answer, untilSubmitted } = outboxWaiting()
    add('1', '2', '3', 'naming', '4', '5')
    await untilSubmitted('1')
    await answer(['1', '2', '3'])
    await answer(['1', '2', '3'])
    await answer(['1', '2', '3', 'naming'])
    await answer(['1', '2', '3', 'naming', '4', '5'])
  })

  test('the first event of another owner goes alone, and so do those behind it until it is answered', async () => {
    const { queue, resume, answer, untilSubmitted } = outboxWaiting()
    const ofOwner = (owner: string, ...ids: string[]) => ids.map(id => waiting(id, { owner }))
    queue.accept([...ofOwner('ann', '1', '2', '3'), ...ofOwner('bob', '4', '5'), ...ofOwner('ann', '6')])
    resume()
    await untilSubmitted('1')
    await answer(['1', '2', '3'])
    await answer(['1', '2', '3'])
    await answer(['1', '2', '3', '4'])
    await answer(['1', '2', '3', '4', '5'])
    await answer(['1', '2', '3', '4', '5', '6'])
  })

  test('after a failure they go one after the other until the outbox has waited', async () => {
    const { add, answer, untilSubmitted } = outboxWaiting({ faultOf: id => (id === '2' ? unreachable : undefined) })
    add('1', '2', '3', '4', '5', '6', '7', '8', '9')
    await untilSubmitted('1')
    await answer(['1', '2', '3', '4', '5', '6', '7'])
    // The second fails. The others arrive, so the platform is well.
    await answer(['1', '2', '3', '4', '5', '6', '7'], 5)
    await answer(['1', '2', '3', '4', '5', '6', '7', '2'])
  })

  test('all of them end with the runtime, and wait for the next one', async () => {
    const controller = new AbortController()
    const { add, answer, untilSubmitted, queue, submitted, settled } = outboxWaiting({ lifetime: controller.signal })
    add('1', '2', '3', '4', '5', '6', '7', '8', '9')
    await untilSubmitted('1')
    await answer(['1', '2', '3', '4', '5', '6', '7'])
    controller.abort()
    await answer(submitted, 6)
    expect(settled).toEqual([taken('1')])
    expect((await queue.all()).map(({ id }) => id)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9'])
  })

  test('none is sent after the runtime has ended, at whatever moment', async () => {
    for (let moment = 0; moment < 40; moment++) {
      const controller = new AbortController()
      const { add, submitted } = outboxIn({ eventsPerMinute: 60_000_000, lifetime: controller.signal })
      add('1', '2', '3', '4', '5', '6', '7', '8', '9')
      for (let turn = 0; turn < moment; turn++) await undefined
      controller.abort()
      const sent = [...submitted]
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
      expect(submitted, `${moment} turns after the first`).toEqual(sent)
    }
  })
})

describe('a page that is left and comes back', () => {
  test('releases the lock at once, and continues where it stopped', async () => {
    let answer = () => {}
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    let locked = 0
    const { add, resume, pause, submitted, settled } = outboxIn({
      async withLock(work) {
        locked++
        await work().finally(() => locked--)
      },
      before: () => answered,
    })
    add('1', '2')
    await vi.waitFor(() => expect(submitted).toEqual(['1']), SOON)
    expect(locked).toBe(1)
    pause()
    await vi.waitFor(() => expect(locked).toBe(0), SOON)
    answer()
    await vi.waitFor(() => expect(settled).toEqual([taken('1')]), SOON)
    expect(submitted).toEqual(['1'])
    resume()
    await vi.waitFor(() => expect(settled).toEqual([taken('1'), taken('2')]), SOON)
  })

  test('sends again the events that had no answer', async () => {
    const answers = [new Promise<void>(() => {}), Promise.resolve()]
    const { add, pause, restart, submitted, settled } = outboxIn({ before: () => answers.shift() ?? Promise.resolve() })
    add('1', '2')
    await vi.waitFor(() => expect(submitted).toEqual(['1']), SOON)
    pause()
    restart()
    await vi.waitFor(() => expect(settled).toEqual([taken('1'), taken('2')]), SOON)
    expect(submitted).toEqual(['1', '1', '2'])
  })
})

describe('an event that cannot be delivered now', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test.each([
    ['the platform cannot be reached', unreachable],
    ['there were too many requests', busy],
    ['the platform is down', () => new RewardsError('network_error', '', { status: 503, retryable: true })],
    ['the token died twice', () => new RewardsError('expired_access_token', '', { status: 401 })],
    ['the consumer has just logged out', () => new RewardsError('logged_out', '')],
    ['a firewall has answered', () => new RewardsError('network_error', '', { status: 403, retryable: true })],
    // It is marked as one that may pass, and that is all that is known of it.
    ['some code could not be fetched', () => Object.assign(new TypeError(), { retryable: true }) as never],
  ])('is tried again in its place because %s', async (_, fault) => {
    const { add, drain, submitted, settled } = outboxBefore(fault)
    add('1', '2')
    await drain()
    expect(submitted).toEqual(['1'])
    expect(settled).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000 + APART)
    expect(submitted).toEqual(['1', '1', '2'])
    expect(settled).toEqual([taken('1'), taken('2')])
  })

  test('waits longer after each attempt, up to a limit', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    // The sixth waits until half a minute has passed since the first: 30 s - 15.5 s.
    const waits = [500, 1_000, 2_000, 4_000, 8_000, 14_500, 12_000]
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

  test('waits only the first pause if the event before it was delivered', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const { add, submitted } = outboxBefore(unreachable, unreachable, () => undefined, unreachable)
    add('1', '2')
    await vi.advanceTimersByTimeAsync(500 + 1_000 + APART)
    expect(submitted).toEqual(['1', '1', '1', '2'])
    await vi.advanceTimersByTimeAsync(500)
    expect(submitted).toEqual(['1', '1', '1', '2', '2'])
  })

  test('waits as long as the platform asks, even if more is tracked', async () => {
    const { add, drain, submitted } = outboxBefore(() => busy({ retryAfter: '60' }))
    add('1')
    await drain()
    add('2')
    await vi.advanceTimersByTimeAsync(59_999)
    expect(submitted).toEqual(['1'])
    await vi.advanceTimersByTimeAsync(1 + APART)
    expect(submitted).toEqual(['1', '1', '2'])
  })

  test('is tried at once on flush(), and never twice at a time', async () => {
    const { add, drain, submitted } = outboxBefore(unreachable)
    add('1')
    await drain()
    void drain()
    await vi.advanceTimersByTimeAsync(APART)
    expect(submitted).toEqual(['1', '1'])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(submitted).toEqual(['1', '1'])
  })

  test('is moved behind the others after an error without a code, and rejected after five attempts', async () => {
    const { add, drain, submitted, settled } = outboxBefore(
      unknown,
      unknown,
      unknown,
      () => undefined,
      unknown,
      unknown,
    )
    add('1', '2')
    await drain()
    await vi.advanceTimersByTimeAsync(1_000 + 2_000 + 4_000 + APART)
    expect(submitted).toEqual(['1', '1', '1', '2'])
    expect(settled).toEqual([taken('2')])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(submitted).toEqual(['1', '1', '1', '2', '1'])
    // A rule engine that restarts takes minutes: only what hours have not mended is given up.
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(submitted).toHaveLength(5)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(submitted).toEqual(['1', '1', '1', '2', '1', '1'])
    expect(settled).toMatchObject([taken('2'), { id: '1', error: { status: 200 } }])
  })

  test.each([
    ['a proxy’s 503 in HTML', () => new RewardsError('network_error', '', { status: 503, retryable: true })],
    ['a gateway’s 504 in JSON', () => new RewardsError('network_error', '', { status: 504, retryable: true })],
    ['a 429 in HTML', () => new RewardsError('network_error', '', { status: 429, retryable: true })],
    ['a firewall’s 403', () => new RewardsError('network_error', '', { status: 403, retryable: true })],
    ['nothing', unreachable],
  ])('is delivered in its place after an hour in which the platform’s domain answers with %s', async (_, fault) => {
    const hour = Date.now() + 3_600_000
    const { add, drain, submitted, settled } = outboxBefore(
      ...Array(5_000).fill(() => (Date.now() <= hour ? fault() : undefined)),
    )
    add('1', '2', '3')
    await drain()
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(settled).toEqual([])
    expect(submitted.length).toBeLessThan(900)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(settled.map(({ id }) => id).sort()).toEqual(['1', '2', '3'])
    expect(settled.every(({ receipt }) => receipt)).toBe(true)
  })

  test('is gone once the queue is cleared', async () => {
    const { add, drain, queue, submitted } = outboxBefore(unreachable)
    add('1')
    await drain()
    await queue.deleteExcept(() => false, [])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(submitted).toEqual(['1'])
  })
})

describe('an event that fails while others pass', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** An outbox before a firewall that does not let events through whose id begins with `bad`. */
  const outboxBehindFirewall = (fault = unreachable) => outboxFailing(id => (id.startsWith('bad') ? fault : undefined))

  test('does not delay the others, and is delivered later', async () => {
    let isMended = false
    const { add, drain, submitted, settled } = outboxFailing(id =>
      id === 'bad' && !isMended ? unreachable : undefined,
    )
    add('bad', '1', '2', '3')
    await drain()
    await vi.advanceTimersByTimeAsync(15_000)
    expect(settled).toEqual([taken('1'), taken('2'), taken('3')])
    const tries = submitted.length
    await vi.advanceTimersByTimeAsync(600_000)
    expect(submitted.length - tries).toBeLessThan(8)
    isMended = true
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(settled.at(-1)).toEqual(taken('bad'))
  })

  test.each([
    ['an unreadable answer', unreachable],
    ['a firewall’s page', () => new RewardsError('network_error', '', { status: 403, retryable: true })],
    ['an error of the platform', () => new RewardsError('software_error', '', { status: 500, retryable: true })],
    ['an unpaid account', () => new RewardsError('payment_required', '', { status: 402 })],
  ])('waits until it expires because of %s', async (_, fault) => {
    const { add, drain, settled, queue } = outboxBehindFirewall(fault)
    add('bad', '1')
    await drain()
    for (let hour = 0; hour < 24; hour++) {
      add(`hourly ${hour}`)
      await vi.advanceTimersByTimeAsync(3_600_000)
    }
    expect(settled).toHaveLength(25)
    expect(await queue.all()).toMatchObject([{ id: 'bad' }])
  })

  test('can wait beside others that fail', async () => {
    const { add, drain, settled } = outboxBehindFirewall()
    add('bad 1', 'bad 2', '1', 'bad 3', '2')
    await drain()
    await vi.advanceTimersByTimeAsync(180_000)
    expect(settled).toEqual([taken('1'), taken('2')])
  })

  test('stays before an event that names a person, which decides who the others belong to', async () => {
    const { add, drain, submitted } = outboxBehindFirewall()
    add('bad', '1', 'naming', '2')
    await drain()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(submitted.filter(id => id !== 'bad')).toEqual(['1', 'naming', '2'])
  })

  test('keeps its place in an outage in which no event passes', async () => {
    const end = Date.now() + 60_000
    const { add, drain, settled } = outboxFailing(() => (Date.now() < end ? unreachable : undefined))
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    add('naming 1', '2', 'naming 3')
    await drain()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(settled.map(({ id }) => id)).toEqual(['naming 1', '2', 'naming 3'])
  })
})

describe('an event whose person is absent', () => {
  test('waits behind the others, without a request to the platform', async () => {
    const { add, drain, submitted, settled, queue } = outboxBefore()
    add('absent', '1', '2')
    await drain()
    await drain()
    expect(submitted).toEqual(['1', '2'])
    expect(settled).toEqual([taken('1'), taken('2')])
    expect(await queue.all()).toMatchObject([{ id: 'absent' }])
  })
})

describe('hundreds of events whose person is absent', () => {
  test('are checked together: the queue is not read for each', async () => {
    const { queue, add, drain, submitted } = outboxBefore()
    const all = vi.spyOn(queue, 'all')
    await queue.accept(Array.from({ length: 900 }, (_, index) => waiting(`absent ${index}`, { owner: 'ann' })))
    await drain()
    add('1')
    all.mockClear()
    await drain()
    expect(submitted).toEqual(['1'])
    expect(all.mock.calls.length).toBeLessThan(10)
  })
})

describe('an event tracked just when the outbox runs empty', () => {
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
  ])('is delivered whenever it comes, with %s', async (_, withLock) => {
    await Promise.all(Array.from({ length: 40 }, (_, moment) => trackAfter(moment, withLock)))
  })

  /** Tracks a second event that many turns after the first has ended, and expects both to be delivered. */
  async function trackAfter(moment: number, withLock: (work: () => Promise<void>) => Promise<void>) {
    const ids: string[] = []
    const queue = createQueue(
      'test',
      () => false,
      () => {},
    )
    const { resume } = createOutbox({
      queue,
      lifetime: endless,
      pace: createPace('test', () => false),
      obstacleOf: () => undefined,
      withLock,
      submit: async event => receipt(event),
      async onSettled({ id }) {
        ids.push(id)
        if (id === '2') return
        await turns(moment)
        queue.accept([waiting('2')])
        resume()
      },
    })
    queue.accept([waiting('1')])
    resume()
    await vi.waitFor(() => expect(ids, `${moment} turns later`).toEqual(['1', '2']), SOON)
  }
})
