import type { RewardsError } from '../error/error.js'
import type { Pace } from './pace.js'
import { afterFailure, chooseProbe, delayLeft, isProbeDue, postponeUntilReturn } from './postpone.js'
import type { Queue } from './queue.js'
import { createSteadyClock } from './steady-clock.js'
import { isPostponed, type WaitingEvent } from './waiting-event.js'

/** Decides which event is next: the oldest one that is not postponed, then the postponed ones. */
export interface Order {
  /** Starts a round: events of absent owners are tried again. */
  start(): void
  /** `underWay`: the keys of the events that are being sent. */
  next(underWay: ReadonlySet<string>): Promise<WaitingEvent | undefined>
  /** The platform has accepted or refused the event. */
  answered(event: WaitingEvent): void
  /** The event has failed and may be sent again. Resolves with false if it is given up. */
  failed(event: WaitingEvent, error: RewardsError): Promise<boolean>
  /** The person who caused the event is absent. In this round, all events of this owner are skipped. */
  skipOwner(event: WaitingEvent): Promise<void>
  /** Milliseconds until the next postponed event is due; 0 if none waits. */
  wait(): Promise<number>
}

export function createOrder(queue: Queue, pace: Pace): Order {
  const now = createSteadyClock()
  /** The key of the first event, while probes are tried because it fails. */
  let suspect: string | undefined
  /** The platform has answered the probe. */
  let hasProbePassed = false
  /** The owners who are absent in this round. */
  const absent = new Set<string>()

  /** Whether the event fails although the platform accepts others. */
  const isItsOwnFault = (event: WaitingEvent) =>
    isPostponed(event) ? !pace.failures() : hasProbePassed && suspect === event.key

  const isUnavailable = (event: WaitingEvent, underWay: ReadonlySet<string>) =>
    underWay.has(event.key) || absent.has(event.owner) || delayLeft(event, now()) > 0

  async function next(underWay: ReadonlySet<string>) {
    const first = await queue.first(underWay)
    if (!first) return (await queue.all()).find(event => !isUnavailable(event, underWay))
    if (!isProbeDue(pace.failures(), first)) return first
    suspect = first.key
    const inOrder = (await queue.all()).filter(event => !isPostponed(event))
    return chooseProbe(inOrder, pace.failures()) ?? first
  }

  async function failed(event: WaitingEvent, error: RewardsError) {
    const postponed = afterFailure(event, error, isItsOwnFault(event), now())
    if (postponed && postponed !== event) await queue.replace(event, postponed)
    return Boolean(postponed)
  }

  return {
    next,
    failed,
    start: () => absent.clear(),
    answered({ key }) {
      hasProbePassed = suspect !== undefined && suspect !== key
      if (!hasProbePassed) suspect = undefined
    },
    async skipOwner(event) {
      absent.add(event.owner)
      if (!isPostponed(event)) await queue.replace(event, postponeUntilReturn(event, now()))
    },
    async wait() {
      const delays = (await queue.all()).map(event => delayLeft(event, now())).filter(Boolean)
      return delays.length ? Math.min(...delays) : 0
    },
  }
}
