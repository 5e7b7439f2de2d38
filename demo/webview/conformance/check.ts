import type { Visit } from './visit.js'

/** `absent`: the app does not offer it, which it need not. `by_hand`: it takes a person. `waiting`: nothing is known of it yet. */
export type State = 'passed' | 'failed' | 'absent' | 'by_hand' | 'waiting'

export interface Finding {
  state: State
  /** What was seen, in words. In texts, what stands between backticks is code. */
  seen: string
}

/** One thing that a host has to do, or may. */
export interface Check {
  id: string
  title: string
  /** What the host is to do, in plain words. */
  expects: string
  /** What to change in a host that does not. */
  mend: string
  /** The capability without which there is nothing to check. */
  needs?: string
  /** What a person has to do, and the button that they start it by. */
  hand?: { button: string; task: string }
  /** Looked at again with each message of the app. */
  live?: boolean
  run(visit: Visit): Finding | Promise<Finding>
}

export const passed = (seen: string): Finding => ({ state: 'passed', seen })
export const failed = (seen: string): Finding => ({ state: 'failed', seen })
export const absent = (seen: string): Finding => ({ state: 'absent', seen })
export const byHand = (seen: string): Finding => ({ state: 'by_hand', seen })
export const waiting = (seen: string): Finding => ({ state: 'waiting', seen })
