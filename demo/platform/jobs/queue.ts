import type { Domain } from '../domain.js'
import { toRestError } from '../http/rest-error.js'
import type { Database } from '../store/database.js'
import { type Crew, startCrew } from './crew.js'
import { addJob, addJobIfRoom, addRecurring, endAllLeases, findDueKinds, type NewJob } from './job.js'
import type { JobKind } from './job-kind.js'
import { keepLeases } from './leases.js'

/** How often a process looks for jobs that are due by the clock or that another process has left. */
export const TICK_MS = 1_000

/** A look by the clock that had to wait for longer is left out. */
const MAX_DELAY_MS = 10_000

/** How long requests do not look again. */
const PAUSE_MS = 1_000

/** How many jobs of a kind a request waits for. */
export const BEFORE_REQUEST = 20

/**
 * Work in the background. Accepted jobs are in the database: neither the end of a process nor a lost connection loses one. Several processes can
 * use one database: each job runs once. Its times are those of the platform's clock.
 */
export interface Queue {
  /** The kinds of work, with their names and titles. */
  kinds: Pick<JobKind, 'name' | 'title'>[]
  /** Resolves when the job is stored. Throws `too_many_requests` if too many jobs of the kind wait. */
  add(domain: Domain, job: NewJob): Promise<void>
  /** Looks for jobs of a kind now, after a change that has added some. */
  wake(kind: string): void
  /** Runs the jobs of a kind that are due, and waits for their end. */
  idle(kind: string): Promise<void>
  /**
   * Runs what requests must see, unless the last look was less than a second ago. Waits for the first jobs only: nobody waits for the work of all
   * clients. Errors are only logged.
   */
  catchUp(): Promise<void>
  /** Runs the jobs that are due, and those that follow from them, and waits for their end. What recurs runs when the process looks next. */
  runDue(): Promise<void>
  /** Stops after the current jobs. The next process goes on. */
  stop(): Promise<void>
}

/** Starts to work on the jobs of some kinds. It goes on with those that were accepted before. */
export function startQueue<D extends Domain & { db: Database }>(
  domain: D,
  kinds: JobKind<D>[],
  { beforeLook = async () => {} }: { beforeLook?: () => Promise<unknown> } = {},
): Queue {
  const stopping = new AbortController()
  const leases = keepLeases(domain)
  const crews = new Map(kinds.map(kind => [kind.name, startCrew(domain, kind, leases, stopping.signal)]))
  const early = kinds.filter(kind => 'run' in kind && kind.beforeRequests).map(({ name }) => name)
  const wakeDue = async (names: string[]): Promise<Crew[]> => {
    const due = (await findDueKinds(domain, names)).map(name => crews.get(name)!)
    for (const crew of due) crew.wake()
    return due
  }
  const tick = async () => {
    if (stopping.signal.aborted) return
    await beforeLook()
    await leases.look()
    await wakeDue([...crews.keys()])
  }
  let looking: Promise<void> = Promise.resolve()
  const look = (work: () => Promise<unknown>) => {
    looking = looking.then(work).then(
      () => {},
      error => void toRestError(error),
    )
    return looking
  }
  // Nobody else uses an embedded database: what has a lease was left by a process that has ended.
  if (!domain.db.isShared) void look(() => endAllLeases(domain))
  const recurring = kinds.filter(kind => 'run' in kind && kind.recurs).map(({ name }) => name)
  if (recurring.length) void look(() => addRecurring(domain, recurring))
  void look(tick)
  const timer = setInterval(() => {
    const since = performance.now()
    // Looks that have waited for one that hung say nothing about the seconds that other processes had to renew their leases.
    void look(async () => performance.now() - since < MAX_DELAY_MS && tick())
  }, TICK_MS)
  timer.unref()
  let lastLook = Number.NEGATIVE_INFINITY
  let first: Promise<void> = Promise.resolve()
  return {
    kinds,
    async add(caller, job) {
      const kind = kinds.find(each => each.name === job.kind)!
      const maxWaiting = 'run' in kind ? kind.maxWaiting : undefined
      await (maxWaiting === undefined ? addJob(caller, job) : addJobIfRoom(caller, job, maxWaiting))
      crews.get(job.kind)!.wake()
    },
    wake: kind => crews.get(kind)!.wake(),
    async idle(kind) {
      await looking
      const crew = crews.get(kind)!
      crew.wake()
      await crew.settled()
    },
    async catchUp() {
      if (Math.abs(domain.settings.now() - lastLook) >= PAUSE_MS) {
        lastLook = domain.settings.now()
        first = findDueKinds(domain, early)
          .then(due => Promise.all(due.map(name => crews.get(name)!.runFirst(BEFORE_REQUEST))))
          .then(
            () => {},
            error => void toRestError(error),
          )
      }
      await first
    },
    async runDue() {
      await looking
      const names = [...crews.keys()].filter(name => !recurring.includes(name))
      const countEnded = () => names.reduce((sum, name) => sum + crews.get(name)!.ended(), 0)
      let before: number
      do {
        before = countEnded()
        await wakeDue(names)
        // A crew that the process has woken before may still run what is no longer waiting.
        await Promise.all(names.map(name => crews.get(name)!.settled()))
      } while (countEnded() > before)
    },
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await looking
      await first
      await Promise.all([...crews.values()].map(crew => crew.settled()))
      await leases.giveBack().catch(error => void toRestError(error))
    },
  }
}
