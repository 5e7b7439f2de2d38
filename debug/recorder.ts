import type { Consumer, Rewards, RewardsError, RewardsOptions, Zone } from '../src/api.js'
import { attempt } from '../src/base/attempt.js'
import { eventKey, followCalls, type RecordedCall, recordedCalls } from './call-log.js'
import { maskCode, maskId, maskMessage, maskText, standIn } from './mask.js'
import { hasFailed, isWaiting, outcomeOf } from './outcome.js'
import { createQuestion } from './question.js'
import { outboxPause, readDatabase, type StoredEvent, storedEvents, trackedAt } from './stored-events.js'

/** The content of a zone that has arrived, without its values. */
export interface RecordedZone {
  name: string
  at: number
  campaign_id: string | undefined
  event_id: string | undefined
  kind: 'HTML' | 'nothing' | 'text' | 'widget' | 'JSON'
  /** The widget that the content names. */
  widget?: string | undefined
  /** The content, with stand-ins in the place of all values. */
  content: unknown
  /** The request that has brought it. */
  call?: RecordedCall | undefined
}

export interface RecordedProblem {
  at: number
  code: string
  /** The text of the SDK. Undefined for a text of the platform or of the page, which may name a person. */
  message: string | undefined
  status: number
  unique_id: string | undefined
}

/** An event that the platform does not have yet. */
export interface PendingEvent {
  name: string
  trackedAt: number
  fields: string[]
  /** The attempts of this page since the recording began. */
  attempts: number
  lastFailure: string | undefined
  isStored: boolean
  /** When it is tried again, in epoch milliseconds, if it has moved behind the others. */
  nextAt: number | undefined
}

/** Which tab delivers events: by the Web Lock of the outbox. */
export type Delivering = 'this tab' | 'another tab' | 'no tab now' | 'not known'

/** What the inspector shows, without a value of a person, an order or a session. */
export interface Snapshot {
  domain: string
  recordedSince: number
  consumer: Pick<Consumer, 'level' | 'scopes' | 'expires_at'> & { isKnown: boolean }
  options: Pick<RewardsOptions, 'carrier' | 'consent'>
  storage: { isAllowed: boolean; hasToken: boolean }
  calls: readonly RecordedCall[]
  zones: readonly RecordedZone[]
  problems: readonly RecordedProblem[]
  events: PendingEvent[]
  pause: ReturnType<typeof outboxPause>
  locks: Locks
  /** Since when the browser has not answered, in epoch milliseconds. */
  askedAt: Record<'database' | 'locks', number | undefined>
}

interface Locks {
  delivering: Delivering
  /** How many tabs wait for their turn. */
  waiting: number
}

export interface Recorder {
  /** What is known now. */
  snapshot(): Snapshot
  /** Asks the browser what other tabs may have changed. */
  ask(): void
  stop(): void
}

/** How many problems and zones are kept. */
const LENGTH = 50

/** Follows a runtime by its events and its storage. Calls `onChange` after each change that it hears of, and `onAnswer` after each answer of the browser. */
export function createRecorder(
  rewards: Rewards,
  options: Pick<RewardsOptions, 'carrier' | 'consent'>,
  onChange: () => void,
  onAnswer: () => void,
): Recorder {
  const recordedSince = Date.now()
  let zones: RecordedZone[] = []
  let problems: RecordedProblem[] = []
  const seen = new WeakSet<RewardsError>()
  const controller = new AbortController()
  const { signal } = controller
  /** Of the database, the lock and the records of the outbox. */
  const name = `rewards:${rewards.domain}`
  const database = createQuestion(() => readDatabase(name), onAnswer)
  const locks = createQuestion(() => lockHolders(name), onAnswer)
  const ownCalls = () => recordedCalls().filter(({ url }) => url.startsWith(`${rewards.domain}/`))

  function onProblem(event: Event) {
    const error = detailOf(event)
    // The page may dispatch an event of this name, too.
    if (Object(error) !== error || seen.has(error)) return
    seen.add(error)
    problems = [...problems, describeProblem(error)].slice(-LENGTH)
    onChange()
  }

  function onZone({ detail: zone }: CustomEvent<Zone>) {
    const name = maskText(zone.name)
    // The newest call that has ended, and has not brought another zone: older ones may have failed.
    const call = ownCalls()
      .filter(each => each.name === name && each.url.endsWith('/zones') && each.status !== undefined)
      .filter(each => !zones.some(({ call }) => call === each))
      .at(-1)
    zones = [...zones, { ...describeZone(zone), name, call }].slice(-LENGTH)
    onChange()
  }

  rewards.addEventListener('error', onProblem, { signal })
  rewards.addEventListener('zone', onZone, { signal })
  for (const type of ['consumer', 'receipt'] as const) rewards.addEventListener(type, onChange, { signal })
  document.addEventListener('rewards:problem', onProblem, { signal })
  signal.addEventListener('abort', followCalls(onChange))

  return {
    stop: () => controller.abort(),
    ask() {
      if (rewards.storage.isAllowed) database.ask()
      locks.ask()
    },
    snapshot() {
      const { level, scopes, expires_at, identity_id } = rewards.consumer
      const { isAllowed } = rewards.storage
      const calls = ownCalls()
      const stored = database.answer()
      const held = locks.answer()
      return {
        domain: rewards.domain,
        recordedSince,
        consumer: { level, scopes, expires_at, isKnown: identity_id !== null },
        options,
        storage: { isAllowed, hasToken: hasTokenCookie() },
        calls,
        zones,
        problems,
        events: pendingEvents(isAllowed ? storedEvents(name, stored.last) : [], calls, problems),
        pause: isAllowed ? outboxPause(name) : undefined,
        locks: held.last ?? { delivering: 'not known', waiting: 0 },
        askedAt: { database: stored.askedAt, locks: held.askedAt },
      }
    },
  }
}

/**
 * The detail of an event. The runtime notices who reads `event.detail`, and then writes the problem to no console: the inspector must not change that.
 * The class is that of the event: a page may have a `CustomEvent` of its own.
 */
const detailOf = (event: Event): RewardsError => Reflect.get(Object.getPrototypeOf(event), 'detail', event)

/** A frame with `sandbox` must not read cookies. */
const hasTokenCookie = () => /(^|; )(__Host-)?\w+_page_token\./.test(`${attempt(() => document.cookie)}`)

function describeProblem({ code, message, status, unique_id, cause }: RewardsError): RecordedProblem {
  // The texts of the platform, of a native app and of the page's exceptions may contain anything.
  const isOwnText = status === 0 && code !== 'native_error' && (code !== 'invalid_argument' || cause === undefined)
  return {
    at: Date.now(),
    code: maskCode(code),
    message: isOwnText ? maskMessage(message) : undefined,
    status,
    unique_id: unique_id && maskId(unique_id),
  }
}

const idOf = (id: string | null) => (id === null ? undefined : maskId(id))

function describeZone({ data, html, campaign_id, event_id }: Zone) {
  const { widget } = Object(data)
  const isWidget = typeof widget === 'string'
  const kindOfData = data === null ? 'nothing' : typeof data === 'string' ? 'text' : isWidget ? 'widget' : 'JSON'
  return {
    at: Date.now(),
    campaign_id: idOf(campaign_id),
    event_id: idOf(event_id),
    kind: html === undefined ? (kindOfData as RecordedZone['kind']) : ('HTML' as const),
    widget: isWidget ? maskId(widget) : undefined,
    content: html === undefined ? standIn(data) : '<p>text</p>',
  }
}

/** The stored events, and those that this page keeps in memory and has sent in vain. */
function pendingEvents(
  stored: StoredEvent[],
  calls: RecordedCall[],
  problems: readonly RecordedProblem[],
): PendingEvent[] {
  const onDevice = stored.map(event => {
    const { at = 0, delay } = event.postponed ?? {}
    return {
      ...{ id: eventKey(event.name, event.id), name: maskText(event.name), data: standIn(event.data), isStored: true },
      ...{ trackedAt: trackedAt(event), nextAt: delay ? at + delay : undefined },
    }
  })
  const isOnDevice = new Set(onDevice.map(({ id }) => id))
  const inMemory = calls.flatMap(({ eventKey: id, name = '', data, at }, index) => {
    if (id === undefined || isOnDevice.has(id) || calls.findIndex(call => call.eventKey === id) < index) return []
    return { id, name, data, isStored: false, trackedAt: at, nextAt: undefined }
  })
  return [...onDevice, ...inMemory]
    .flatMap(({ id, data, ...event }) => {
      const attempts = calls.filter(call => call.eventKey === id)
      const last = attempts.at(-1)
      if (!event.isStored && !isWaiting(last!, problems)) return []
      const lastFailure = last && hasFailed(last) ? outcomeOf(last) : undefined
      return { ...event, fields: Object.keys(Object(data)), attempts: attempts.length, lastFailure }
    })
    .sort((one, other) => one.trackedAt - other.trackedAt)
}

/** Asks the browser which tab holds the lock of the outbox. */
async function lockHolders(name: string): Promise<Locks> {
  // The browser names tabs by ids, and tells nobody its own: it is the one that holds this lock.
  const own = `rewards-inspector:${Math.random()}`
  const { held = [], pending = [] } = await navigator.locks.request(own, () => navigator.locks.query())
  const me = held.find(lock => lock.name === own)?.clientId
  const holder = held.find(lock => lock.name === name)
  const delivering = !holder ? 'no tab now' : holder.clientId === me ? 'this tab' : 'another tab'
  return { delivering, waiting: pending.filter(lock => lock.name === name).length }
}
