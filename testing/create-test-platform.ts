import { STRICT_RULES } from './strict-rules.js'
import { createPlatform, type HttpOfMsw, type TestPlatform, type TestPlatformOptions } from './test-platform.js'

const TESTING_PAGE = 'https://github.com/rewards-web-sdk/rewards-web-sdk/blob/main/docs/testing.md'

/**
 * Creates a Rewards Platform in memory, for tests (docs/testing.md). Each has its own consumer, zones and events. Throws an `Error` for an
 * option that does not exist, and if the test environment lacks classes that every browser has.
 */
export function createTestPlatform(options: TestPlatformOptions = {}): TestPlatform {
  requireBrowserClasses()
  checkOptions(options)
  const platform = createPlatform(options, STRICT_RULES)
  const { domain, answer } = platform
  // Copying the object would copy the values of its getters.
  return Object.assign(platform, {
    mswHandlers: <Handler>(http: HttpOfMsw<Handler>): Handler[] => [
      http.all(`${domain}/*`, ({ request }) => answer(request)),
    ],
  })
}

const OPTIONS = ['domain', 'zones', 'consumer']

/** A misspelt option, and a fixture that does not exist, would make a platform whose zones are empty. */
function checkOptions(options: TestPlatformOptions) {
  const unknown = Object.keys(options).filter(name => !OPTIONS.includes(name))
  if (unknown.length)
    throw new Error(
      `createTestPlatform() has no option ${unknown.join(' or ')}. Its options are ${OPTIONS.join(', ')}.`,
    )
  for (const [name, content] of Object.entries(options.zones ?? {}))
    if (content === undefined) throw new Error(`createTestPlatform(): the content of the zone "${name}" is undefined.`)
}

/** In the environment `jsdom` of Jest, the SDK would fail later, in the middle of a test. */
function requireBrowserClasses() {
  const missing = ['TextDecoder', 'TextEncoder'].filter(name => !(name in globalThis))
  if (missing.length)
    throw new Error(
      `The test environment has no ${missing.join(' and no ')}. Add the file of setupFiles that docs/testing.md shows for Jest: ${TESTING_PAGE}#jest`,
    )
}
