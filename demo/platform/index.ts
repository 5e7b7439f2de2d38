export type { Limits } from './http/rate-limit.js'
export type { PlatformOptions } from './options.js'
export { createPlatform, type Platform } from './platform.js'
export {
  PLATFORM_HOSTS,
  type ServedPlatform,
  type ServedPlatformOptions,
  servePlatform,
} from './serve-platform.js'
export { demo } from './setup/seed.js'
export type { Database, Row } from './store/database.js'
