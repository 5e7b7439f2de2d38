import { differentOptions } from '../src/diagnostics/different-options.js'
import { invalid } from '../src/error/error.js'
import { createRewards, type DemoOptions, type Rewards, type RewardsError, type RewardsOptions } from '../src/index.js'

/** Called with each error of the runtime. The console then shows none of them. */
export type OnError = (error: RewardsError) => void

/** Throws `invalid_argument` for the queue of the script tag, which a page may hold in the place of the runtime or of its options. */
export function refuseQueue(given: unknown): void {
  if (Array.isArray(given))
    throw invalid(
      '`window.rewards` is the queue of the script tag, which has not loaded yet. Start the app in a function that you push to the queue',
    )
}

/** Calls `onError` with each error of the runtime. Returns a function that ends this. */
export function followErrors(rewards: Rewards, onError: OnError): () => void {
  const listener = ({ detail }: CustomEvent<RewardsError>) => onError(detail)
  rewards.addEventListener('error', listener)
  return () => rewards.removeEventListener('error', listener)
}

/** The runtimes of this page with the options that have created them, by program domain. */
const runtimes = new Map<string, { runtime: Rewards; created: Partial<RewardsOptions> }>()

/**
 * The runtime of the page for these options. A page has one for each program domain, however often a component is rendered or replaced; the
 * options of the first call count, and others are reported. A server has one for each call: nothing may be shared between requests. Throws `invalid_argument`.
 */
export function pageRuntime(options: RewardsOptions | DemoOptions): Rewards {
  refuseQueue(options)
  if (!globalThis.document) return createRewards(options)
  const base = baseOf(options)
  const existing = runtimes.get(base)
  if (existing) {
    reportIgnored(existing, options)
    return existing.runtime
  }
  const runtime = createRewards(options)
  runtimes.set(base, { runtime, created: options })
  runtime.addEventListener('destroy', () => runtimes.delete(base))
  return runtime
}

/** Reports the options that have no effect, because the runtime was created with others. */
function reportIgnored(
  { runtime, created }: { runtime: Rewards; created: Partial<RewardsOptions> },
  given: Partial<RewardsOptions>,
) {
  const ignored = differentOptions(created, given).map(
    ({ name, first, second }) => `${name} (${second}; in force: ${first})`,
  )
  if (ignored.length)
    runtime.report(
      'second_runtime',
      `The page has a runtime for ${runtime.domain} already, and its options count. Ignored: ${ignored.join(', ')}. Set these options where that runtime is created`,
    )
}

/** The program domain as the runtime reads it. What is wrong with an invalid one, `createRewards()` says. In demo mode there is one runtime, too. */
function baseOf(options: RewardsOptions | DemoOptions): string {
  try {
    const { demo, domain = '' } = options
    if (demo) return 'demo'
    const { origin, pathname } = new URL(domain, location.href)
    return (origin + pathname).replace(/\/+$/, '')
  } catch {
    return ''
  }
}
