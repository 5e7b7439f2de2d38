import { defaultLimits, type Limits } from './http/rate-limit.js'
import type { Database } from './store/database.js'

export interface PlatformOptions {
  /** The program domain, where consumers call: `http://share.brand.localhost:4400`. */
  programOrigin: string
  /** The server API's own origin. Each of the two refuses the other's calls and tokens. */
  serverOrigin: string
  /** Where a share link leads when its shareable has no `content.url`. */
  landingUrl: string
  /** Origins whose pages may call with credentials (CORS) and on a cookie's authority (CSRF). */
  allowedOrigins: string[]
  /** Folder of the database; a second process is refused. Absent: in memory. */
  dataDir?: string
  /** A database with the platform's tables, in place of the one that `dataDir` names. The platform closes it. */
  database?: Database
  /** Folder with `rewards.js` and its chunks, served at the program domain's root. */
  bundle?: string
  /** The vendor word in header and cookie names: `X-Svc-Token`, `svc_token`. */
  vendor?: string
  /** Overrides of the rate limits, so that a test can reach or lift them. */
  limits?: Partial<Limits>
  /** Whether a proxy in front says in `X-Forwarded-For` who calls. Default false: without one, anybody could say anything. */
  trustProxy?: boolean
  /** The clock, in milliseconds. */
  now?: () => number
}

/** The options with every default filled in: what the rest of the platform reads. */
export interface Settings extends Required<Omit<PlatformOptions, 'dataDir' | 'database' | 'bundle' | 'limits'>> {
  bundle: string | undefined
  limits: Limits
}

export function settingsFrom(options: PlatformOptions): Settings {
  return {
    programOrigin: new URL(options.programOrigin).origin,
    serverOrigin: new URL(options.serverOrigin).origin,
    landingUrl: options.landingUrl,
    allowedOrigins: options.allowedOrigins.map(origin => new URL(origin).origin),
    bundle: options.bundle,
    vendor: options.vendor ?? 'svc',
    limits: { ...defaultLimits, ...options.limits },
    trustProxy: options.trustProxy ?? false,
    now: options.now ?? Date.now,
  }
}
