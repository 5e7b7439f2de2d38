/**
 * A Rewards Platform in memory, for the tests of an app.
 * @module rewards-web-sdk/testing
 */

export { fixtures } from './fixtures.js'
export type { ReceivedRequest } from './http-messages.js'
export type { TestConsumer } from './person.js'
export {
  createTestPlatform,
  type ReceivedEvent,
  type TestFailure,
  type TestPlatform,
  type TestPlatformOptions,
  type ZoneContent,
  type ZoneSource,
} from './test-platform.js'
export type { WidgetContent } from './zone-contents.js'
