import { createClock } from './clock/clock.js'
import { defaultLimits, type Limits } from './http/rate-limit.js'
import type { Database } from './store/database.js'
import type { DatabaseLocation } from './store/open-database.js'

export interface PlatformOptions extends DatabaseLocation {
  /** The program domain, where consumers call: `http://share.brand.localhost:4400`. The console can add more. */
  programOrigin: string
  /** The origin of the server API. Each origin rejects the calls and tokens of the other. */
  serverOrigin: string
  /** The landing page of share links whose shareable has no `content.url`. */
  landingUrl: string
  /** Origins whose pages may send credentials (CORS) and use the cookie (CSRF). The console can add more. */
  allowedOrigins: string[]
  /**
   * The folder of the contents of uploaded files. Processes that share a database must share it: a process with another folder does not start. Default: `files` in `dataDir`.
   * Without a `dataDir`, the contents are deleted when the platform is closed.
   */
  filesDir?: string | undefined
  /** An open database, used instead of `databaseUrl` and `dataDir`. The platform closes it. */
  database?: Database
  /**
   * The key that encrypts secrets in the database, in the format of `REWARDS_SECRET_KEY`. Needed with `databaseUrl`. With `dataDir`, the key is in
   * a file of that folder. Default with `database`: a new key, for a database that nobody opens again.
   */
  secretKey?: string | undefined
  /**
   * Whether an empty database gets the data of the demo brand, with passwords, keys and tokens that everybody knows. Default: only without
   * `databaseUrl`. With `true`, a database that has other data is refused.
   */
  demoData?: boolean | undefined
  /** Whether the demo brand has 90 days of people, shares, purchases and rewards at first. Default false. */
  demoHistory?: boolean | undefined
  /** The folder with `rewards.js` and its chunks. The program domain serves it at its root. */
  bundle?: string
  /** The vendor name in headers and cookies: `X-Svc-Token`, `svc_token`. */
  vendor?: string
  /** Rate limits that replace the defaults. For tests. */
  limits?: Partial<Limits>
  /** Whether a proxy sets `X-Forwarded-For`. Default false: without a proxy, clients could forge the header. */
  trustProxy?: boolean
  /**
   * Whether SFTP servers and webhooks can have private addresses. Default false: otherwise a client could reach machines in the network of the
   * platform. For a platform that only its own developers use.
   */
  allowPrivateAddresses?: boolean | undefined
  /** The time of the machine in milliseconds. Default: `Date.now`. */
  now?: () => number
}

/** An origin that was added in the console, and a client for which it is allowed. */
export interface AddedOrigin {
  origin: string
  client_id: string
}

/** A program domain that was added in the console. */
export interface ProgramDomain {
  origin: string
  /** The client of calls without a token. */
  client_id: string
  /** Whether links that the platform creates for the client lead to this domain. */
  is_primary: boolean
  created_at: Date
}

/**
 * The options with their defaults. In a request, `programOrigin` is the program domain that received it, or otherwise the primary one of the
 * client, and `allowedOrigins` contains those that the console added for the client.
 */
export interface Settings
  extends Required<
    Omit<
      PlatformOptions,
      | keyof DatabaseLocation
      | 'filesDir'
      | 'database'
      | 'secretKey'
      | 'demoData'
      | 'demoHistory'
      | 'bundle'
      | 'allowPrivateAddresses'
      | 'limits'
    >
  > {
  bundle: string | undefined
  allowPrivateAddresses: boolean
  limits: Limits
  /** The time of the machine in milliseconds. `now` is that of the platform, which people can move forward. */
  machineNow: () => number
  /** The program domain in the options. */
  ownDomain: string
  /** The allowed origins in the options. */
  ownOrigins: string[]
  /** The origins that the console added for the clients of the account. */
  addedOrigins: AddedOrigin[]
  /** The program domains that the console added for the account. */
  addedDomains: ProgramDomain[]
}

export function settingsFrom(
  options: PlatformOptions,
  { now, machineNow } = createClock(options.now ?? Date.now),
): Settings {
  const ownOrigins = options.allowedOrigins.map(origin => new URL(origin).origin)
  return {
    programOrigin: new URL(options.programOrigin).origin,
    serverOrigin: new URL(options.serverOrigin).origin,
    landingUrl: options.landingUrl,
    allowedOrigins: ownOrigins,
    ownOrigins,
    addedOrigins: [],
    bundle: options.bundle,
    vendor: options.vendor ?? 'svc',
    limits: { ...defaultLimits, ...options.limits },
    ownDomain: new URL(options.programOrigin).origin,
    addedDomains: [],
    trustProxy: options.trustProxy ?? false,
    allowPrivateAddresses: options.allowPrivateAddresses ?? false,
    now,
    machineNow,
  }
}
