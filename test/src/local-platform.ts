import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { createPlatform, type Platform } from '../../demo/platform/index.js'
import { testDatabase } from '../test-database.js'

export const DOMAIN = 'https://share.brand.localhost'

/** In memory, and as fast as tests are: once those of a file run. */
export let platform: Platform
/** What nobody has handled in the present test. */
export const unhandled: unknown[] = []

/** The local platform for the tests of a file, none of which leaves a rejection unhandled. */
export function usePlatform(): void {
  const note = (reason: unknown) => unhandled.push(reason)

  beforeAll(async () => {
    platform = await createPlatform({
      database: await testDatabase(),
      programOrigin: DOMAIN,
      serverOrigin: 'https://api.brand.localhost',
      landingUrl: 'https://shop.brand.localhost/',
      allowedOrigins: ['https://shop.brand.localhost'],
      limits: { perMinute: Number.POSITIVE_INFINITY, perSecond: Number.POSITIVE_INFINITY },
    })
    process.on('unhandledRejection', note)
  })
  afterAll(() => {
    process.off('unhandledRejection', note)
    return platform.close()
  })
  afterEach(async () => {
    await new Promise(resolve => setImmediate(resolve))
    expect(unhandled.splice(0)).toEqual([])
  })
}
