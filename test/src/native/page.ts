// A runtime in a native app (app.ts), before the local platform.

import { randomUUID } from 'node:crypto'
import { afterEach, expect, vi } from 'vitest'
import { createRewards, type Rewards, type RewardsError, type RewardsOptions } from '../../../src/index.js'
import { writeCookie } from '../../../src/token/cookie.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { DOMAIN, platform, usePlatform } from '../local-platform.js'
import { type Answers, type App, installApp, type Kind } from './app.js'

/** All that an app can offer. */
export const ALL = ['token.renew', 'token.changed', 'share', 'open', 'close', 'event', 'clipboard.write', 'haptic']

export interface Page {
  rewards: Rewards
  app: App
  errors: RewardsError[]
  /** Each request: `METHOD path`, its token, and whether cookies may go along. */
  requests: { line: string; token: string | undefined; url: string; credentials: RequestCredentials }[]
}

export interface GivenToken {
  access_token: string
  scopes: string[]
}

/** The platform, and a clean page for each test of a file, in which nothing goes unhandled. */
export function usePages(): void {
  usePlatform()
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    for (const pair of document.cookie.split('; ')) writeCookie(pair.split('=')[0]!, undefined)
    localStorage.clear()
    sessionStorage.clear()
  })
}

/** The browser’s own way to the platform: what has been called off never gets there. */
export const platformFetch: typeof fetch = async (input, init) => {
  const request = new Request(input as string, init)
  request.signal.throwIfAborted()
  return platform.fetch(request)
}

/** What is left of the page before is gone: the next has a first runtime of its own. */
export function leavePage() {
  Reflect.deleteProperty(globalThis, Symbol.for('rewards'))
  Reflect.deleteProperty(globalThis, 'rewards')
}

/** A page in an app of a kind. */
export function pageIn(
  kind: Kind,
  answers: Answers,
  { fetch = platformFetch, ...options }: Partial<RewardsOptions> = {},
): Page {
  leavePage()
  let rewards: Rewards
  const requests: Page['requests'] = []
  const errors: RewardsError[] = []
  const app = installApp(kind, answers, message => rewards.receive(message))
  rewards = createRewards({
    domain: DOMAIN,
    async fetch(input, init) {
      const { method, headers, url } = new Request(input as string, init)
      const token = headers.get('authorization')?.replace('Bearer ', '')
      requests.push({ line: `${method} ${new URL(url).pathname}`, token, url, credentials: init!.credentials! })
      return fetch(input, init)
    },
    ...options,
  })
  rewards.addEventListener('error', ({ detail }) => errors.push(detail))
  return { rewards, app, errors, requests }
}

/** A token as an app has it, of somebody new. */
export async function newToken(email?: string): Promise<GivenToken> {
  const body = JSON.stringify(email ? { email } : {})
  const headers = { 'content-type': 'application/json' }
  const answer = await platformFetch(`${DOMAIN}/api/v5/token`, { method: 'POST', headers, body })
  return await answer.json()
}

/** The same, of somebody who has proved who they are. */
export async function provenToken(email: string): Promise<GivenToken> {
  const body = new URLSearchParams({ jwt: await proofOf({ email }) })
  return await (await platformFetch(`${DOMAIN}/api/v5/token`, { method: 'POST', body })).json()
}

export const revoke = (token: string) =>
  platformFetch(`${DOMAIN}/api/v5/token`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } })

/** Holds back the requests that match, until it is let go. */
export function gate(matches: (request: Request) => boolean): { fetch: typeof fetch; held: Request[]; open(): void } {
  let open = () => {}
  const opened = new Promise<void>(resolve => (open = resolve))
  const held: Request[] = []
  return {
    held,
    open,
    async fetch(input, init) {
      const request = new Request(input as string, init)
      if (matches(request)) {
        held.push(request)
        await opened
      }
      return platformFetch(input, init)
    },
  }
}

/** Waits for as long as a machine may take that has much to do. */
export const soon = <T>(check: () => T): Promise<T> => vi.waitFor(check, SOON)

/** The app has said who it is. */
export const met = (rewards: Rewards) => soon(() => expect(rewards.shell).toBeDefined())

/** A welcome has been taken, with all that it brings. */
export async function welcomed(app: App, payload: object): Promise<void> {
  const id = randomUUID()
  app.say({ rewards: 1, id, type: 'welcome', payload })
  await soon(() => expect(app.sent.find(sent => sent.id === id)).toMatchObject({ payload: {} }))
}

export const somebody = () => `${randomUUID()}@example.com`

/** From now on time passes only by `vi.advanceTimersByTimeAsync`, until the end of the test. */
export const stopTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
