import type { Rewards } from './rewards.js'

/** The methods of the runtime. */
type Method = {
  [Name in keyof Rewards]-?: Rewards[Name] extends (...args: never) => unknown ? Name : never
}[keyof Rewards]

/** A call of the page's queue: the name of a method and its arguments, or a function that receives the runtime. */
export type QueuedCall =
  | { [Name in Method]: [method: Name, ...args: Parameters<Rewards[Name]>] }[Method]
  | ((rewards: Rewards) => unknown)

/** The runtime of the script tag. */
export interface ScriptRewards extends Rewards {
  /** Runs calls, as the queue does. */
  push(...calls: QueuedCall[]): void
}

declare global {
  interface Window {
    /** Script tag only: the queue of the page; the runtime, once the script has loaded. */
    rewards?: ScriptRewards | QueuedCall[]
  }
}
