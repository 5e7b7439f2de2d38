// The local platform for tests of the widgets: a runtime in happy-dom, whose `fetch` hands each request to it.

import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Platform } from '../../demo/platform/index.js'
import { createRewards, type Rewards } from '../../src/index.js'
import { startPlatform } from '../start-platform.js'

const DOMAIN = 'http://share.brand.localhost'

export interface LocalPlatform {
  readonly platform: Platform
  /** The runtime of a visitor who is new in each test. */
  readonly rewards: Rewards
}

/** Starts a platform for the tests of a block. */
export function useLocalPlatform(): LocalPlatform {
  let platform: Platform
  let rewards: Rewards

  beforeAll(async () => {
    platform = await startPlatform({
      programOrigin: DOMAIN,
      serverOrigin: 'http://api.brand.localhost',
      allowedOrigins: [location.origin],
    })
  })

  afterAll(() => platform?.close())

  beforeEach(() => {
    rewards = createRewards({
      domain: DOMAIN,
      carrier: 'header',
      fetch: (input, init) => platform.fetch(new Request(input as string, init)),
    })
  })

  // It looks for minutes whether a verification email was answered. When the tests are over, there is no page to look at.
  afterEach(() => rewards?.destroy())

  return {
    get platform() {
      return platform
    },
    get rewards() {
      return rewards
    },
  }
}
