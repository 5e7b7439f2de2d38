import type { Recorded } from './program.js'

/**
 * How many events are recorded for another consumer than the one who tracked them. A person is known by their address; who is nobody in
 * particular is one consumer, the one with the most of their events, and none who has an address.
 */
export function countWrong(recorded: Recorded[]): number {
  const ofVisitor = recorded.filter(({ by }) => by === 'visitor')
  const ofPerson = (person: string) => ofVisitor.filter(each => each.person === person && each.email === null).length
  const most = Math.max(0, ...ofVisitor.map(({ person }) => ofPerson(person)))
  const ofPersons = recorded.filter(({ by, email }) => by !== 'visitor' && by !== email)
  return ofVisitor.length - most + ofPersons.length
}

/** What became of the events of one cell, as the platform's database tells it. */
export interface Outcome {
  tracked: number
  recorded: number
  /** Neither recorded nor refused. */
  lost: number
  /** Recorded once more than they were tracked. */
  doubled: number
  /** Recorded for another consumer than the one who tracked them. */
  wrong: number
  refused: number
  requests: number
  /** To recover: until the first event got through that could not before. */
  seconds: number
  /** Something waited still when nobody would wait any longer. */
  waits: boolean
}

const COLUMNS = ['tracked', 'recorded', 'lost', 'doubled', 'wrong', 'refused', 'requests', 'seconds'] as const

/** Outcomes as text, a line each, under a heading. */
export function tableOf(heading: string, outcomes: [name: string, outcome: Outcome][]): string {
  const width = Math.max(...[heading, ...outcomes.map(([name]) => name)].map(({ length }) => length))
  const line = (name: string, figures: readonly string[]) =>
    [name.padEnd(width), ...figures.map((figure, index) => figure.padStart(COLUMNS[index]!.length))].join('  ')
  const figures = (outcome: Outcome) => COLUMNS.map(column => outcome[column].toFixed(column === 'seconds' ? 1 : 0))
  return [line(heading, COLUMNS), ...outcomes.map(([name, outcome]) => line(name, figures(outcome)))].join('\n')
}
