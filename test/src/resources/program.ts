// The local platform for tests of the resources: runtimes in Node call it over HTTP, as files need.

import { afterAll, beforeAll } from 'vitest'
import type { Limits, Platform } from '../../../demo/platform/index.js'
import { type Site, serve } from '../../../demo/platform/serve.js'
import { createRewards, type Rewards, type RewardsError, type RewardsOptions } from '../../../src/index.js'
import { proofOf } from '../../proof.js'
import { startPlatform, UNLIMITED } from '../../start-platform.js'

/** A program whose consumers call it over HTTP. */
export interface Program {
  readonly platform: Platform
  /** The program domain. */
  readonly origin: string
  /** Somebody at a page of their own, whom the program does not know. */
  visitor(options?: Partial<RewardsOptions>): Visitor
  /** The same, who has named themselves. */
  identified(email: string, options?: Parameters<Program['visitor']>[0]): Promise<Visitor>
  /** The same, who has proved it. */
  verified(email: string): Promise<Visitor>
  rows<T = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<T[]>
}

export interface Visitor {
  rewards: Rewards
  /** What left the page, `GET /api/v4/me` say, oldest first. */
  requests: string[]
  /** What the page was told of in `error` events. */
  told: RewardsError[]
}

/** One platform for the tests of a file, in memory and behind a port. Limits are lifted unless a test is about them. */
export function useProgram(limits: Partial<Limits> = UNLIMITED): Program {
  let platform: Platform
  let origin: string
  let close: () => Promise<void>

  beforeAll(async () => {
    const sites = new Map<string, Site>()
    const listener = await serve({ port: 0, sites })
    origin = `http://127.0.0.1:${listener.port}`
    platform = await startPlatform({
      programOrigin: origin,
      serverOrigin: `http://localhost:${listener.port}`,
      landingUrl: `${origin}/welcome`,
      allowedOrigins: [],
      limits,
    })
    sites.set('127.0.0.1', platform.fetch)
    close = listener.close
  })
  afterAll(async () => {
    await close?.()
    await platform?.close()
  })

  const program: Program = {
    get platform() {
      return platform
    },
    get origin() {
      return origin
    },
    visitor(options = {}) {
      const requests: string[] = []
      const told: RewardsError[] = []
      const rewards = createRewards({
        domain: origin,
        fetch(input, init) {
          const { pathname, search } = new URL(String(input))
          requests.push(`${init?.method ?? 'GET'} ${pathname}${search}`)
          return fetch(input, init)
        },
        ...options,
      })
      rewards.addEventListener('error', ({ detail }) => told.push(detail))
      return { rewards, requests, told }
    },
    async identified(email, options) {
      const visitor = program.visitor(options)
      await visitor.rewards.identify({ email })
      return visitor
    },
    async verified(email) {
      const visitor = program.visitor()
      await visitor.rewards.verify(await proofOf({ email }))
      return visitor
    },
    rows: (sql, params) => platform.db.query(sql, params),
  }
  return program
}
