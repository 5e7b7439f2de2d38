// A scripted platform for tests of the resources: the script is about resources alone, and may answer with plain data.

import type { Rewards, RewardsError, RewardsOptions } from '../../../src/index.js'
import { against } from '../against.js'
import { json, type Sent } from '../wire.js'

interface Scripted {
  rewards: Rewards
  fetch: typeof fetch
  requests: Sent[]
  /** What the page was told of in `error` events. */
  told: RewardsError[]
  /** The requests about resources, without those for a token. */
  asked(): Sent[]
}

/** A runtime against a platform that answers each request about a resource as `answer` says. */
export function scripted(
  answer: (sent: Sent, index: number) => unknown,
  options: Partial<RewardsOptions> = {},
): Scripted {
  let count = 0
  const { errors, ...page } = against(async sent => {
    if (!isResource(sent)) return undefined
    const answered = await answer(sent, count++)
    return answered instanceof Response ? answered : json(answered)
  }, options)
  return { ...page, told: errors, asked: () => page.requests.filter(isResource) }
}

const isResource = ({ path }: Sent) => /^\/api\/v\d\/(me|email|persons)\b/.test(path)
