// A runtime before the local platform (local-platform.ts), for tests in Node.

import {
  type Consumer,
  createRewards,
  type Receipt,
  type RewardsError,
  type RewardsOptions,
  type Zone,
} from '../../src/index.js'
import { DOMAIN, platform } from './local-platform.js'

/** A page before the real platform: its runtime, the requests that leave it, and all that it tells. */
export function page(options: Partial<RewardsOptions> = {}) {
  const requests: string[] = []
  const tokens = new Set<string>()
  const told = { consumer: [] as Consumer[], zone: [] as Zone[], receipt: [] as Receipt[], error: [] as RewardsError[] }
  const rewards = createRewards({
    domain: DOMAIN,
    async fetch(input, init) {
      const request = new Request(input, init)
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      const token = request.headers.get('authorization')?.replace('Bearer ', '')
      if (token) tokens.add(token)
      request.signal.throwIfAborted()
      const answer = await platform.fetch(request)
      request.signal.throwIfAborted()
      return answer
    },
    ...options,
  })
  for (const [type, details] of Object.entries(told))
    rewards.addEventListener(type, event => details.push((event as CustomEvent).detail))
  const sent = (line: string) => requests.filter(request => request === line).length
  return { rewards, requests, tokens, sent, told }
}
