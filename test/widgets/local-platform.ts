import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createPlatform, type Platform } from '../../demo/platform/index.js'
import { createRewards, type Rewards } from '../../src/index.js'
import { testDatabase } from '../test-database.js'

const DOMAIN = 'http://share.brand.localhost'

export interface LocalPlatform {
  readonly platform: Platform
  /** Of a visitor who is new in each test. */
  readonly rewards: Rewards
}

/** The local platform, for the tests of a block. They follow each other faster than a person would. */
export function useLocalPlatform(): LocalPlatform {
  let platform: Platform
  let rewards: Rewards

  beforeAll(async () => {
    platform = await createPlatform({
      database: await testDatabase(),
      programOrigin: DOMAIN,
      serverOrigin: 'http://api.brand.localhost',
      landingUrl: 'http://shop.brand.localhost/',
      allowedOrigins: [location.origin],
      limits: { perMinute: Infinity, perSecond: Infinity },
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

  return {
    get platform() {
      return platform
    },
    get rewards() {
      return rewards
    },
  }
}
