import type { RewardsZoneElement } from 'rewards-web-sdk/widgets'

/** Each preview shows the zone of its name. */
export type PreviewName = Exclude<keyof typeof import('rewards-web-sdk/testing').fixtures, 'consumer' | 'html'>

let program: Promise<{ runtime: RewardsZoneElement['rewards'] }> | undefined

/** The previews of all pages share one runtime, with a platform in memory. Nothing is sent. */
export function startProgram() {
  program ??= load().catch(error => {
    // The next preview tries again.
    program = undefined
    throw error
  })
  return program
}

async function load() {
  const [{ createRewards }, { createTestPlatform, fixtures }] = await Promise.all([
    import('rewards-web-sdk'),
    import('rewards-web-sdk/testing'),
    import('rewards-web-sdk/widgets'),
  ])
  const { consumer, ...zones } = fixtures
  const { options } = createTestPlatform({ consumer, zones })
  return { runtime: createRewards(options) }
}
