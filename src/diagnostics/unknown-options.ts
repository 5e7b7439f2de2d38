import { describeUnknownKey } from './describe-unknown-key.js'

/** The part of a runtime that reports a problem. */
interface Reporter {
  report(code: 'unknown_key', message: string): unknown
}

/** Reports the options of `createRewards()` that are none of `known`. */
export function reportUnknownOptions(rewards: Reporter, options: object, known: string[]): void {
  for (const name of Object.keys(options))
    if (!known.includes(name)) rewards.report('unknown_key', describeUnknownKey('createRewards()', name, known))
}
