import { type Finding, notRun, type State } from './check.js'
import { CHECKS } from './checks/index.js'
import { hideSecrets } from './secrets.js'

export type Findings = ReadonlyMap<string, Finding>

/** The content of the page's `<output>`, for programs. */
export interface Report extends Record<State, number> {
  /** Whether all checks have run, except for those that need a person. */
  done: boolean
  rows: ({ id: string } & Finding)[]
}

/** The label of each state on the page. */
export const STATE_LABELS: Record<State, string> = {
  passed: 'Passed',
  failed: 'Failed',
  not_offered: 'Not offered',
  manual: 'Manual',
  not_run: 'Not run',
}

export function createReport(findings: Findings, done: boolean): Report {
  const rows = CHECKS.map(({ id }) => ({ id, ...(findings.get(id) ?? notRun('')) }))
  const count = (state: State) => rows.filter(row => row.state === state).length
  const counts = Object.keys(STATE_LABELS).map(state => [state, count(state as State)])
  return { done, ...(Object.fromEntries(counts) as Record<State, number>), rows }
}

/** Summarizes a report in one line, for the heading and the document's title. */
export function summarize({ done, passed, failed, manual, not_run }: Report): string {
  if (!done) return 'Checking …'
  const rest = [manual && `${manual} manual`, not_run && `${not_run} not run`].filter(Boolean)
  return [failed ? `${failed} failed` : 'No failures', `${passed} passed`, ...rest].join(', ')
}

/** A finding without secrets, for the page. */
export const publicFinding = ({ state, observed }: Finding): Finding => ({ state, observed: hideSecrets(observed) })
