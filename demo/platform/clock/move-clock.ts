import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import type { Queue } from '../jobs/queue.js'
import type { Database } from '../store/database.js'
import { type Clock, storeAhead } from './clock.js'
import { nextDueTime } from './due.js'
import { countHappened, type Happened } from './happened.js'
import { checkUntil, millisecondsIn } from './how-far.js'

export type ClockDomain = Domain & { db: Database; clock: Clock; queue: Queue; hasDemoData: boolean }

/** How far to move the clock: by an amount (`30d`), to the next time at which something of the client is due (`next`), or until a time. */
export type Move = { forward: string } | { until: Date }

export interface Moved {
  from: Date
  /** Where the clock should go. */
  until: Date
  /** The time that it has reached. */
  now: Date
  /** False: the time for one request was over. What is left happens with the next move until the same time. */
  is_complete: boolean
  happened: Happened
}

/** How long one move may take: nobody waits longer for a request. */
const BUDGET_MS = 10_000

/** Why the clock of a platform cannot be moved. Its data can be of real people, who would get their rewards too early. Undefined: it can. */
export const refusalToMove = ({ hasDemoData }: Pick<ClockDomain, 'hasDemoData'>): string | undefined =>
  hasDemoData
    ? undefined
    : 'The clock of this platform cannot be moved: only a platform with the demo data has one that can, because rewards of real people would come too early'

/**
 * Moves the platform's clock forward, for all clients: from one due time to the next, so that everything that is due happens in its order. It waits for the work of
 * each time. Throws `access_denied` and `invalid_parameter`.
 */
export async function moveClock(domain: ClockDomain, move: Move): Promise<Moved> {
  const refusal = refusalToMove(domain)
  if (refusal) throw new RestError('access_denied', refusal)
  const { settings, queue } = domain
  const from = settings.now()
  const until = await targetOf(domain, move, from)
  const end = performance.now() + BUDGET_MS
  let isComplete = false
  while (!isComplete && performance.now() < end) {
    const next = await nextDueTime(domain, settings.now())
    isComplete = next === undefined || next > until
    await setClock(domain, isComplete ? until : next!)
    await queue.runDue()
  }
  const now = settings.now()
  return {
    ...{ from: new Date(from), until: new Date(until), now: new Date(now), is_complete: isComplete },
    happened: await countHappened(domain, from, now),
  }
}

async function targetOf(domain: ClockDomain, move: Move, now: number): Promise<number> {
  if ('until' in move) {
    checkUntil(move.until, now)
    return move.until.getTime()
  }
  if (move.forward !== 'next') return now + millisecondsIn(move.forward)
  const next = await nextDueTime(domain, now, domain.clientId)
  if (next === undefined)
    throw new RestError('invalid_parameter', 'forward: Nothing is due', { parameters: { name: 'forward' } })
  return next
}

/** Sets the clock to a time, for all processes. A clock that is further already stays. */
async function setClock({ db, settings, clock }: ClockDomain, time: number): Promise<void> {
  clock.keep(await storeAhead(db, Math.ceil(time - settings.machineNow())))
}
