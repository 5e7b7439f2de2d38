/**
 * A Rewards Platform in memory, for the tests of an app.
 * @module rewards-web-sdk/testing
 */

export type { WidgetContent } from '../src/api.js'
export { createTestPlatform } from './create-test-platform.js'
export { fixtures } from './fixtures.js'
export type { ReceivedRequest } from './http-messages.js'
export type { TestConsumer } from './person.js'
export type {
  ReceivedEvent,
  TestFailure,
  TestPlatform,
  TestPlatformOptions,
} from './test-platform.js'
export type { ZoneContent, ZoneSource } from './zone-source.js'
