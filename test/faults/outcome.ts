/** What became of the events of one cell, as the platform's database tells it. */
export interface Outcome {
  tracked: number
  recorded: number
  /** Neither recorded nor refused. */
  lost: number
  /** Recorded once more than they were tracked. */
  doubled: number
  refused: number
  requests: number
  /** To recover: until the first event got through that could not before. */
  seconds: number
  /** Something waited still when nobody would wait any longer. */
  waits: boolean
}

const COLUMNS = ['tracked', 'recorded', 'lost', 'doubled', 'refused', 'requests', 'seconds'] as const

/** Outcomes as text, a line each, under a heading. */
export function tableOf(heading: string, outcomes: [name: string, outcome: Outcome][]): string {
  const width = Math.max(...[heading, ...outcomes.map(([name]) => name)].map(({ length }) => length))
  const line = (name: string, figures: readonly string[]) =>
    [name.padEnd(width), ...figures.map((figure, index) => figure.padStart(COLUMNS[index]!.length))].join('  ')
  const figures = (outcome: Outcome) => COLUMNS.map(column => outcome[column].toFixed(column === 'seconds' ? 1 : 0))
  return [line(heading, COLUMNS), ...outcomes.map(([name, outcome]) => line(name, figures(outcome)))].join('\n')
}
