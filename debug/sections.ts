import type { RecordedCall } from './call-log.js'
import { FIXES } from './fixes.js'
import { maskPath } from './mask.js'
import { hasFailed } from './outcome.js'
import type { PendingEvent, RecordedProblem, RecordedZone, Snapshot } from './recorder.js'

/** A line of a section, such as a call: what it is, how it went, and what else is known. */
export interface Item {
  title: string
  /** A word or two at the end of the line. */
  outcome?: string
  tone?: 'good' | 'bad' | 'idle'
  details: string[]
  /** The page that says what to do. */
  link?: string
}

/** A part of the inspector and of its report: both show the same. */
export interface Section {
  title: string
  facts?: Fact[]
  items?: Item[]
  /** Said if there are no items. */
  empty?: string
}

export type Fact = [label: string, value: string, note?: string]

/** The page that explains each code. */
const ERRORS_PAGE = 'https://github.com/rewards-web-sdk/rewards-web-sdk/blob/main/docs/errors.md'

/** A browser that takes longer is said not to answer. Nothing waits for this time: it only chooses the words. */
const PATIENCE_MS = 3_000
const DATABASE_SILENT: Fact = ['Database', 'does not answer']

/** How many calls are shown. */
const CALLS = 50

/** What the inspector shows at the time `now`, in epoch milliseconds. */
export const describeSnapshot = (snapshot: Snapshot, now: number): Section[] => [
  describeConsumer(snapshot, now),
  describeZones(snapshot, now),
  describeEvents(snapshot, now),
  describeCalls(snapshot, now),
  describeProblems(snapshot, now),
]

function describeConsumer(snapshot: Snapshot, now: number): Section {
  const { consumer, domain, calls } = snapshot
  return {
    title: 'Consumer',
    facts: [
      ['Level', consumer.level, consumer.scopes.join(', ') || 'no scopes'],
      consumer.isKnown
        ? ['Identity', 'known']
        : ['Identity', 'not known yet', 'The platform has not sent an identity_id.'],
      describeToken(snapshot, now),
      describeCarrier(snapshot),
      describeConsent(snapshot),
      ['Program domain', domain, `${calls.length} calls recorded`],
    ],
  }
}

function describeToken({ calls, consumer, storage }: Snapshot, now: number): Fact {
  const arrival = calls.filter(({ bringsToken }) => bringsToken).at(-1)
  const expiry = consumer.expires_at
    ? `Expires in ${span(Date.parse(consumer.expires_at) - now)}.`
    : 'The platform has not said when it expires.'
  const place = storage.hasToken ? 'This site stores a copy in a cookie.' : 'It is not stored in a cookie of this site.'
  if (arrival) return ['Token', `arrived ${ago(now - arrival.at)}`, `${expiry} ${place}`]
  const isInUse = storage.hasToken || calls.some(({ carrier }) => carrier === 'header' || carrier === 'query')
  if (!isInUse) return ['Token', 'none', 'The first call brings one.']
  return ['Token', 'older than the recording', `${expiry} ${place}`]
}

const CARRIERS = {
  cookie: 'Page and program domain are same-site, so the browser sends the cookie of the program domain.',
  query: 'The option says so. Tokens then appear in server logs.',
}

function describeCarrier({ calls, domain, options, storage }: Snapshot): Fact {
  // The calls about the consumer's data always send the token in the header.
  const named = calls.filter(({ name }) => name !== undefined)
  const used = named.map(({ carrier }) => carrier).filter(carrier => carrier !== 'none')
  const value = used.at(-1) ?? options.carrier ?? 'auto'
  const note = () => {
    if (options.carrier && options.carrier !== 'auto') return `The option carrier is ${options.carrier}.`
    if (!used.length) return 'No zone and no event has been sent with a token yet.'
    if (value === 'cookie' || value === 'query') return CARRIERS[value]
    if (new URL(domain).origin === location.origin)
      return 'The program domain is a path of this host. There, the token travels in the header.'
    if (!storage.isAllowed) return 'Consent allows no cookies, or the token has arrived in a header.'
    return 'Page and program domain are not same-site, or the token has arrived in a header.'
  }
  return ['Carrier', value, note()]
}

const CONSENT_SOURCES: Record<string, string> = {
  program: 'The program decides',
  unset: 'The option says that nobody has chosen yet',
  granted: 'The option grants it',
  denied: 'The option denies it',
  tcf: 'It follows IAB TCF',
  gpp: 'It follows IAB GPP',
  gcm: 'It follows Google Consent Mode',
  gpc: 'It follows Global Privacy Control',
}

function describeConsent({ calls, options, storage }: Snapshot): Fact {
  const answer = calls
    .map(({ consent }) => consent)
    .filter(Boolean)
    .at(-1)
  const source = CONSENT_SOURCES[options.consent ?? 'program'] ?? 'The option is not known'
  const notes = [
    `${source}, until the page calls setConsent().`,
    answer && `The last answer of the program says ${answer}.`,
  ]
  return ['Consent', storage.isAllowed ? 'may store' : 'may not store', notes.filter(Boolean).join(' ')]
}

function describeZones({ zones }: Snapshot, now: number): Section {
  return {
    title: 'Zones',
    items: [...zones].reverse().map(zone => zoneItem(zone, now)),
    empty: 'No zone has arrived since the recording began.',
  }
}

function zoneItem(zone: RecordedZone, now: number): Item {
  const { name, at, kind, widget, content, call, campaign_id, event_id } = zone
  const fields = Object.keys(Object(content)).filter(field => field !== 'widget')
  const sent = Object.keys(Object(call?.data))
  const isEmpty = kind === 'nothing'
  const reason = campaign_id
    ? `the answer names the campaign ${campaign_id}, and no other reason.`
    : 'the answer does not say.'
  return {
    title: name,
    outcome: isEmpty ? 'empty' : (widget ?? kind),
    tone: isEmpty ? 'idle' : 'good',
    details: [
      call?.duration === undefined ? ago(now - at) : `${call.duration} ms, ${ago(now - at)}`,
      isEmpty ? '' : `Content: ${kind === 'JSON' || kind === 'widget' ? fields.join(', ') || 'no fields' : kind}`,
      `Why: ${isEmpty ? 'the program has no content here for this consumer.' : reason}${event_id ? ` The console explains the event ${event_id}.` : ''}`,
      call ? `Sent for targeting: ${sent.join(', ') || 'nothing'}` : '',
    ].filter(Boolean),
  }
}

function describeEvents({ events, pause, locks, askedAt, storage }: Snapshot, now: number): Section {
  const isSilent = (since = now) => now - since > PATIENCE_MS
  const { delivering, waiting } = locks
  const isPaused = pause && pause.until > now
  const notes = [
    isSilent(askedAt.locks) && 'The browser does not answer.',
    waiting && `Further tabs that wait for their turn: ${waiting}.`,
    !storage.isAllowed && 'Nothing may be stored: each tab delivers its own events.',
  ]
  return {
    title: 'Events',
    facts: [
      ['Delivered by', delivering, notes.filter(Boolean).join(' ')],
      [
        'Outbox',
        isPaused ? `waits ${span(pause.until - now)}` : 'may send',
        pause && `Failures in a row: ${pause.failures}.`,
      ],
      ...(isSilent(askedAt.database) ? [DATABASE_SILENT] : []),
    ],
    items: events.map(event => eventItem(event, now)),
    empty: isSilent(askedAt.database) ? '' : 'No event waits.',
  }
}

function eventItem(event: PendingEvent, now: number): Item {
  const { name, trackedAt, fields, attempts, lastFailure, isStored, nextAt } = event
  return {
    title: name,
    outcome: lastFailure ?? (attempts ? 'under way' : 'waits'),
    tone: lastFailure ? 'bad' : 'idle',
    details: [
      `Tracked ${ago(now - trackedAt)}, ${isStored ? 'stored on this device' : 'only in the memory of this page'}`,
      `Attempts of this page: ${attempts}${lastFailure ? `. Last failure: ${lastFailure}` : ''}`,
      nextAt ? `Moved behind the others. Next attempt in ${span(nextAt - now)}` : '',
      `Data: ${fields.join(', ') || 'none'}`,
    ].filter(Boolean),
  }
}

function describeCalls({ calls, domain }: Snapshot, now: number): Section {
  return {
    title: 'Calls',
    items: calls
      .slice(-CALLS)
      .reverse()
      .map(call => callItem(call, domain, now)),
    empty: 'No call is recorded. With npm, set the option fetch: recordCalls().',
  }
}

function callItem(call: RecordedCall, domain: string, now: number): Item {
  const { method, url, status, duration, code, unique_id, carrier, name, at } = call
  const item: Item = {
    title: `${method} ${maskPath(url.slice(domain.length))}`,
    outcome: status === undefined ? 'under way' : `${status || 'no answer'}`,
    tone: status === undefined ? 'idle' : hasFailed(call) ? 'bad' : 'good',
    details: [
      [name, duration === undefined ? '' : `${duration} ms`, ago(now - at), `token: ${carrier}`]
        .filter(Boolean)
        .join(' · '),
      [code, unique_id && `unique_id ${unique_id}`].filter(Boolean).join(' · '),
    ].filter(Boolean),
  }
  return code ? { ...item, link: `${ERRORS_PAGE}#${code}` } : item
}

function describeProblems({ problems }: Snapshot, now: number): Section {
  return {
    title: 'Problems',
    items: [...problems].reverse().map(problem => problemItem(problem, now)),
    empty: 'No problem since the recording began.',
  }
}

function problemItem({ at, code, message, status, unique_id }: RecordedProblem, now: number): Item {
  return {
    title: code,
    outcome: status ? `${status}` : '',
    tone: 'bad',
    details: [
      message ?? 'The message is hidden: it may name a person.',
      message ? '' : (FIXES[code] ?? ''),
      [ago(now - at), unique_id && `unique_id ${unique_id}`].filter(Boolean).join(' · '),
    ].filter(Boolean),
    link: `${ERRORS_PAGE}#${code}`,
  }
}

const UNITS: [name: string, milliseconds: number][] = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
]

const ago = (milliseconds: number) => (milliseconds < 1000 ? 'just now' : `${span(milliseconds)} ago`)

/** A duration in its largest unit. */
function span(milliseconds: number): string {
  const [unit, size] = UNITS.find(([, each]) => milliseconds >= each) ?? ['s', 1000]
  return `${Math.max(0, Math.floor(milliseconds / size))} ${unit}`
}
