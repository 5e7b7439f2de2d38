import { type Finding, type State, waiting } from './check.js'
import { CHECKS } from './checks/index.js'
import { veiled } from './secrets.js'

export type Findings = ReadonlyMap<string, Finding>

/** For programs: what the page's `<output>` holds. */
export interface Report extends Record<State, number> {
  /** Nothing is under way, save what takes a person. */
  done: boolean
  rows: ({ id: string } & Finding)[]
}

export const NAMES: Record<State, string> = {
  passed: 'Pass',
  failed: 'Fail',
  absent: 'Not offered',
  by_hand: 'Needs a hand',
  waiting: 'Not run',
}

export const findingOf = (findings: Findings, id: string) => findings.get(id) ?? waiting('')

export function reportOf(findings: Findings, done: boolean): Report {
  const rows = CHECKS.map(({ id }) => ({ id, ...findingOf(findings, id) }))
  const count = (state: State) => rows.filter(row => row.state === state).length
  const counts = Object.keys(NAMES).map(state => [state, count(state as State)])
  return { done, ...(Object.fromEntries(counts) as Record<State, number>), rows }
}

/** The whole of it in a line, which is the document's title too. */
export function summaryOf({ done, passed, failed, by_hand, waiting }: Report): string {
  if (!done) return 'Checking …'
  const rest = [by_hand && `${by_hand} by hand`, waiting && `${waiting} not run`].filter(Boolean)
  return [failed ? `${failed} failed` : 'No failure', `${passed} passed`, ...rest].join(', ')
}

/** A finding as it may be shown. */
export const shown = ({ state, seen }: Finding): Finding => ({ state, seen: veiled(seen) })
