import { RewardsError } from '../error/error.js'
import type { Connection } from './connection.js'

/**
 * Warns of the keys of a change that `known` does not have: the platform ignores them, and answers as if the whole change was made. `call` is the name of
 * the call in the warning.
 */
export async function warnOfUnknownKeys(
  { calls, loadDiagnostics }: Connection,
  call: string,
  change: unknown,
  known: object,
): Promise<void> {
  try {
    const names = Object.keys(known)
    const unknown = Object.keys(Object(change)).filter(key => !names.includes(key))
    if (!unknown.length) return
    const { describeUnknownKey } = await loadDiagnostics()
    for (const key of unknown) calls.warn(new RewardsError('unknown_key', describeUnknownKey(call, key, names)))
  } catch {
    // The call itself rejects an object that cannot be read.
  }
}
