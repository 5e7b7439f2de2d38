import { checkFailure } from './check-failure.js'
import { describeWrongContent } from './content-keys.js'
import { LEVELS, type TestConsumer } from './person.js'
import { STRICT_RULES } from './strict-rules.js'
import {
  createPlatform,
  type HttpOfMsw,
  type TestFailure,
  type TestPlatform,
  type TestPlatformOptions,
} from './test-platform.js'
import type { ZoneSource } from './zone-source.js'

const TESTING_PAGE = 'https://github.com/rewards-web-sdk/rewards-web-sdk/blob/main/docs/testing.md'

/**
 * Creates a Rewards Platform in memory, for tests (docs/testing.md). Each has its own consumer, zones and events. Throws an `Error` for an
 * option that does not exist, for a misspelt key or a value of the wrong type in the content of a widget, for a domain without a scheme, and if the test
 * environment lacks classes that every browser has. `fail()` throws one for arguments with which no request would fail.
 */
export function createTestPlatform(options: TestPlatformOptions = {}): TestPlatform {
  requireBrowserClasses()
  checkOptions(options)
  const platform = createPlatform({ ...options, consumer: copyOf(options.consumer) }, STRICT_RULES)
  const { domain, answer, fail, setZone, setConsumer } = platform
  // Copying the object would copy the values of its getters.
  return Object.assign(platform, {
    setConsumer(changes: TestConsumer) {
      checkConsumer('setConsumer()', changes)
      setConsumer(copyOf(changes))
    },
    setZone(name: string, source: ZoneSource) {
      checkContent('setZone()', name, source)
      setZone(name, source)
    },
    fail: (path: string, failure: TestFailure, options: { times?: number | undefined } = {}) =>
      fail(path, checkFailure(path, failure, options), options),
    mswHandlers: <Handler>(http: HttpOfMsw<Handler>): Handler[] => [
      http.all(`${domain}/*`, ({ request }) => answer(request)),
    ],
  })
}

const OPTIONS = ['domain', 'zones', 'consumer']

/** What the platform knows about a consumer. */
const CONSUMER: Record<keyof TestConsumer, true> = {
  level: true,
  email: true,
  first_name: true,
  last_name: true,
  partner_user_id: true,
  profile_picture_url: true,
  cookie_consent: true,
  processing_consent: true,
  parameters: true,
  rewards: true,
  referrals: true,
  referralsToMe: true,
  shareables: true,
  shares: true,
  journeys: true,
  steps: true,
  audienceMemberships: true,
}

/** The calls of a page change links and parameters. What a test gives stays as it is: its next platform may get the same objects. */
const copyOf = ({ level, shareables, parameters, ...others }: TestConsumer = {}): TestConsumer => ({
  ...others,
  ...(level && { level }),
  ...(shareables && { shareables: shareables.map(each => ({ ...each })) }),
  ...(parameters && { parameters: { ...parameters } }),
})

/** A misspelt option, and a fixture that does not exist, would make a platform whose zones are empty. */
function checkOptions(options: TestPlatformOptions) {
  const unknown = Object.keys(options).filter(name => !OPTIONS.includes(name))
  if (unknown.length)
    throw new Error(
      `createTestPlatform() has no option ${unknown.join(' or ')}. Its options are ${OPTIONS.join(', ')}.`,
    )
  const { domain } = options
  if (domain !== undefined && !/^(https?:\/\/[^/]|\/)/.test(domain))
    throw new Error(
      `createTestPlatform(): the domain must be a URL such as https://share.brand.example, or a path such as /rewards; got ${JSON.stringify(domain)}.`,
    )
  checkConsumer('createTestPlatform()', options.consumer ?? {})
  for (const [name, source] of Object.entries(options.zones ?? {})) checkContent('createTestPlatform()', name, source)
}

function checkConsumer(call: string, consumer: TestConsumer) {
  const unknown = Object.keys(consumer).find(name => !Object.hasOwn(CONSUMER, name))
  if (unknown)
    throw new Error(`${call}: the consumer has no ${unknown}. A consumer has ${Object.keys(CONSUMER).join(', ')}.`)
  if (consumer.level && !LEVELS.includes(consumer.level))
    throw new Error(`${call}: the level of the consumer must be anonymous, identified or verified.`)
}

/** The console of the platform refuses a misspelt key, too. */
function checkContent(call: string, name: string, source: ZoneSource) {
  const fault = source === undefined ? 'is undefined.' : describeWrongContent(source)
  if (fault) throw new Error(`${call}: the content of the zone "${name}" ${fault}`)
}

/** In the environment `jsdom` of Jest, the SDK would fail later, in the middle of a test. */
function requireBrowserClasses() {
  const missing = ['TextDecoder', 'TextEncoder'].filter(name => !(name in globalThis))
  if (missing.length)
    throw new Error(
      `The test environment has no ${missing.join(' and no ')}. Add the file of setupFiles that docs/testing.md shows for Jest: ${TESTING_PAGE}#jest`,
    )
}
