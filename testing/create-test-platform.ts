import { STRICT_RULES } from './strict-rules.js'
import { createPlatform, type HttpOfMsw, type TestPlatform, type TestPlatformOptions } from './test-platform.js'

const TESTING_PAGE = 'https://github.com/rewards-web-sdk/rewards-web-sdk/blob/main/docs/testing.md'

/**
 * Creates a Rewards Platform in memory, for tests (docs/testing.md). Each has its own consumer, zones and events. Throws an `Error` if the test
 * environment lacks classes that every browser has.
 */
export function createTestPlatform(options: TestPlatformOptions = {}): TestPlatform {
  requireBrowserClasses()
  const platform = createPlatform(options, STRICT_RULES)
  const { domain, answer } = platform
  // Copying the object would copy the values of its getters.
  return Object.assign(platform, {
    mswHandlers: <Handler>(http: HttpOfMsw<Handler>): Handler[] => [
      http.all(`${domain}/*`, ({ request }) => answer(request)),
    ],
  })
}

/** In the environment `jsdom` of Jest, the SDK would fail later, in the middle of a test. */
function requireBrowserClasses() {
  const missing = ['TextDecoder', 'TextEncoder'].filter(name => !(name in globalThis))
  if (missing.length)
    throw new Error(
      `The test environment has no ${missing.join(' and no ')}. Add the file of setupFiles that docs/testing.md shows for Jest: ${TESTING_PAGE}#jest`,
    )
}
