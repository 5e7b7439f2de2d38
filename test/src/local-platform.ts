// The local platform for tests of runtimes in Node: `fetch` hands each request to it. See also page.ts.

import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { Platform, PlatformOptions } from '../../demo/platform/index.js'
import { PROGRAM, startPlatform } from '../start-platform.js'

export const DOMAIN = PROGRAM

/** The platform of the test file that runs. */
export let platform: Platform
/** The rejections that nobody handled in the test that runs. */
export const unhandled: unknown[] = []

/** Starts a platform for the tests of a file. A test fails when it leaves a rejection unhandled. */
export function usePlatform(options: Partial<PlatformOptions> = {}): void {
  const note = (reason: unknown) => unhandled.push(reason)

  beforeAll(async () => {
    platform = await startPlatform(options)
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

/** The addresses of the persons for whom the platform has recorded an event, one for each record: null for a person without an address. */
export async function recordedFor(partnerEventId: string): Promise<(string | null)[]> {
  const rows = await platform.db.query<{ email: string | null }>(
    'select email from events join persons using (person_id) where partner_event_id = $1',
    [partnerEventId],
  )
  return rows.map(({ email }) => email)
}
