import type { Connection } from './connection.js'

/**
 * The result of a check. `not_offered`: the app does not offer this optional feature. `manual`: a person has to act.
 * `not_run`: there is no result yet.
 */
export type State = 'passed' | 'failed' | 'not_offered' | 'manual' | 'not_run'

export interface Finding {
  state: State
  /** What the page observed. Text between backticks is code. */
  observed: string
}

/** One requirement for an app, or one optional feature of it. */
export interface Check {
  id: string
  title: string
  /** What the app must do. */
  expected: string
  /** How to fix an app that fails. */
  fix: string
  /** The capability that the check is about. Without it the result is `not_offered`. */
  capability?: string
  /** What a person has to do, and the label of the button that starts the check. */
  manual?: { button: string; task: string }
  /** Whether the check runs again after each message of the app. */
  repeats?: boolean
  run(connection: Connection): Finding | Promise<Finding>
}

export const passed = (observed: string): Finding => ({ state: 'passed', observed })
export const failed = (observed: string): Finding => ({ state: 'failed', observed })
export const notOffered = (observed: string): Finding => ({ state: 'not_offered', observed })
export const manual = (observed: string): Finding => ({ state: 'manual', observed })
export const notRun = (observed: string): Finding => ({ state: 'not_run', observed })
