import { createRewards, type Rewards, type RewardsOptions } from '../src/index.js'

/** The runtimes of this page, by program domain as the page has written it. */
const runtimes = new Map<string, Rewards>()

/**
 * The runtime of the page for these options. A page has one for each program domain, however often a component is rendered or replaced; the
 * options of the first call count. A server has one for each call: nothing may be shared between requests.
 */
export function pageRuntime(options: RewardsOptions): Rewards {
  if (!globalThis.document) return createRewards(options)
  const { domain } = options
  const existing = runtimes.get(domain)
  if (existing) return existing
  const runtime = createRewards(options)
  runtimes.set(domain, runtime)
  runtime.addEventListener('destroy', () => runtimes.delete(domain))
  return runtime
}
