// A runtime in a browser whose connection fails, before the local platform.

import { randomUUID } from 'node:crypto'
import { createRewards, type RewardsOptions } from '../../src/index.js'
import { DOMAIN, platform } from './local-platform.js'

const SHOP = 'https://shop.brand.localhost'

/**
 * What happens to a request: the browser cannot reach the platform, it sends nothing until the request is aborted, or it keeps the cookie and loses
 * the rest of the answer.
 */
export type Fault = 'unreachable' | 'unsent' | 'cut' | undefined

interface LossyPageOptions extends Partial<RewardsOptions> {
  carrier: 'cookie' | 'header'
  /** Decides about each request by its body and its headers, as text. */
  faultOf?(request: string): Fault | Promise<Fault>
  /** Holds back the answer to a request, by its body and its headers. The browser has kept the cookie by then. */
  hold?(request: string): Promise<void> | undefined
  /** The browser: pages with the same one share the program domain's cookie. */
  browser?: { cookie: string }
}

/** A page in a browser that keeps the program domain's cookie, before the platform. */
export function openLossyPage({ faultOf, hold, browser = { cookie: '' }, ...options }: LossyPageOptions) {
  const bodies: string[] = []
  const credentials: (RequestCredentials | undefined)[] = []
  const rewards = createRewards({
    domain: DOMAIN,
    consent: 'granted',
    ...options,
    async fetch(input, init) {
      const body = String(init?.body ?? '')
      const text = JSON.stringify([body, init?.headers])
      const fault = await faultOf?.(text)
      bodies.push(body)
      credentials.push(init?.credentials)
      if (fault === 'unreachable') throw new TypeError('Failed to fetch')
      if (fault === 'unsent') await aborted(init?.signal)
      const isCredentialed = init?.credentials === 'include'
      const request = new Request(input, init)
      request.headers.set('origin', SHOP)
      if (isCredentialed && browser.cookie) request.headers.set('cookie', `svc_token=${browser.cookie}`)
      const answer = await platform.fetch(request)
      const [, set] = /svc_token=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '') ?? []
      if (isCredentialed && set !== undefined) browser.cookie = set
      await hold?.(text)
      if (fault === 'cut') throw new TypeError('network error')
      return answer
    },
  })
  return { rewards, bodies, credentials }
}

const aborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

export const emailOf = (name: string) => `${name}-${randomUUID()}@example.com`
