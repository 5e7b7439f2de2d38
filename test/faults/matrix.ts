import { FAULTS, type FaultName } from './faults.js'
import type { SituationName } from './situations.js'

/** One fault in one situation. */
export interface Cell {
  fault: FaultName
  situation: SituationName
}

export const nameOf = ({ fault, situation }: Cell) => `${fault} while ${situation}`

const ALL = Object.keys(FAULTS) as FaultName[]
/** Those that an event outlives only by being tried again. */
const PASSING = ALL.filter(fault => !['is well', 'answers 200 with a refusal in a header'].includes(fault))
const LOSSES: FaultName[] = ['refuses connections', 'resets after the body', 'loses only its answer', 'answers 503']

/** What the short form plays: the common situations, most with one fault, in one browser for all. */
const SHORT: Partial<Record<SituationName, FaultName[]>> = {
  'the tab stays': [...LOSSES, 'answers 429 with Retry-After', 'answers 200 with a refusal in a header'],
  'the tab is closed beside one that is idle': ['answers 503'],
  'the page is left for another': ['resets after the body'],
  'the tab is closed': ['refuses connections', 'loses only its answer'],
  'the renderer crashes': ['loses only its answer'],
  'the tab is closed offline': ['is well'],
  'the storage is full': ['answers 503'],
  'nobody knows the visitor yet': ['answers 503'],
  'the cookies are cleared': ['loses only its answer'],
  'consent is withdrawn in another tab': ['loses only its answer'],
  'another person is proved': ['loses only its answer'],
}

/** What the long form plays: every combination that says something of its own. */
const LONG: Record<SituationName, FaultName[]> = {
  'the tab stays': ALL,
  'the tab stays for half a minute with 20 events': ['refuses connections', 'answers 503'],
  'one of two tabs is closed': PASSING,
  'the tab is closed beside one that is idle': LOSSES,
  'the page is left for another': PASSING,
  'the tab is closed': PASSING,
  'the renderer crashes': PASSING,
  'the browser is killed once all is written': LOSSES,
  'the browser is killed at once': ['refuses connections', 'answers 503', 'stalls'],
  'the tab is offline for a while': ['is well', ...LOSSES],
  'the tab is closed offline': ['is well', ...LOSSES],
  'the storage is full': LOSSES,
  'the tab is closed with localStorage full': LOSSES,
  'the tab is closed with IndexedDB full': LOSSES,
  'the storage is blocked': LOSSES,
  '160 kB are tracked as the tab is closed': ['is well', ...LOSSES],
  'nobody knows the visitor yet': LOSSES,
  'the browser of a first visitor is killed': LOSSES,
  'the cookies are cleared': LOSSES,
  'pages over plain http follow each other': ['is slow', 'stalls', ...LOSSES],
  'consent is withdrawn in another tab': LOSSES,
  'another person is proved': ['resets after the body', 'loses only its answer', 'answers 503', 'stalls'],
  'the clock steps back a minute': LOSSES,
  'the stored pace is three days ahead': LOSSES,
  'the file of the outbox is blocked for a while': LOSSES,
  'two tabs with a consumer each use one own id': ['loses only its answer', 'resets after the body', 'answers 503'],
  'twenty tabs track at once': [
    'answers 429 with Retry-After',
    'answers 429 without Retry-After',
    'loses only its answer',
  ],
  'the record of a logout stays': ['loses only its answer', 'resets after the body', 'answers 503'],
}

export const cellsOf = (form: 'short' | 'long'): Cell[] =>
  (Object.entries(form === 'long' ? LONG : SHORT) as [SituationName, FaultName[]][]).flatMap(([situation, faults]) =>
    faults.map(fault => ({ fault, situation })),
  )

/** A cell that turns red without one of the two things that keep the others green. */
export interface Control extends Cell {
  without: 'deduplication' | 'persistence'
}

const CONTROLS: Control[] = [
  { without: 'deduplication', fault: 'loses only its answer', situation: 'the tab stays' },
  { without: 'deduplication', fault: 'drops the CORS header', situation: 'the tab stays' },
  { without: 'deduplication', fault: 'cuts its answer', situation: 'the page is left for another' },
  { without: 'deduplication', fault: 'loses only its answer', situation: 'the tab is closed' },
  { without: 'persistence', fault: 'refuses connections', situation: 'the renderer crashes' },
  { without: 'persistence', fault: 'answers 500', situation: 'the renderer crashes' },
  { without: 'persistence', fault: 'stalls', situation: 'the renderer crashes' },
  ...(
    [
      'the clock steps back a minute',
      'the stored pace is three days ahead',
      'the file of the outbox is blocked for a while',
      'two tabs with a consumer each use one own id',
      'the record of a logout stays',
    ] as const
  ).map(situation => ({ without: 'deduplication' as const, fault: 'loses only its answer' as const, situation })),
  ...(
    [
      'is hidden by sites that refuse with codes of their own',
      'is hidden by sites that accept everything',
      'is unpaid for',
      'is being deployed',
    ] as const
  ).map(fault => ({ without: 'persistence' as const, fault, situation: 'the renderer crashes' as const })),
]

/** The short form has one without each of the two. */
export const controlsOf = (form: 'short' | 'long'): Control[] =>
  form === 'long'
    ? CONTROLS
    : ['deduplication', 'persistence'].map(name => CONTROLS.find(({ without }) => without === name)!)
