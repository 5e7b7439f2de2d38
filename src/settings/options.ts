import type { Analytics } from '../analytics/follow-analytics.js'
import { hasLocation } from '../base/environment.js'
import { invalid, invalidType, readArguments } from '../error/error.js'

/** What the browser may store. `program` follows the setting of the program, which arrives with the platform's answers (specification 5.4). */
export type Consent = 'program' | 'unset' | 'granted' | 'denied'

/** A source of the consumer's choice: IAB TCF, IAB GPP, Google Consent Mode, Global Privacy Control. */
export type ConsentSource = 'tcf' | 'gpp' | 'gcm' | 'gpc'

/** Sets the consumer's choice; `unset` takes it back. */
export type SetConsent = (state: Exclude<Consent, 'program'>) => void

/** How the token travels (specification 5.4). With `query`, it appears in server logs: only for proxies that remove cookies and headers. */
export type Carrier = 'auto' | 'cookie' | 'header' | 'query'

/** The data of an event or a zone. The platform keeps names that it does not know. */
export type Data = Record<string, unknown>

/** The data in a call: any object that is not a list. An interface has no index signature, so that it is not `Data`. */
export type DataInput = Data | (object & { [Symbol.iterator]?: never })

export interface RewardsOptions {
  /** The program domain, `https://share.brand.com`, or the path of a reverse proxy on the page's own host, `/rewards`. */
  domain: string
  /** Default `auto`: the cookie if page and program domain are same-site, otherwise the header. */
  carrier?: Carrier | undefined
  /**
   * Default `program`. With the name of a source, consent is `unset` first, and then follows the source. With Google Consent Mode (`gcm`), an
   * `update` is the person's answer; a `default` that denies leaves `unset`.
   */
  consent?: Consent | ConsentSource | undefined
  /**
   * Returns a JWT that your backend has signed and that proves who the consumer is (specification 5.5), or null if nobody is signed in. Called
   * whenever a new JWT is needed.
   */
  jwt?: (() => string | null | Promise<string | null>) | undefined
  /** The longest lifetime of a token, in seconds. */
  tokenDuration?: number | undefined
  /**
   * How many events are delivered per minute after the first twenty. Default 60: the platform accepts 100 requests per minute from a consumer,
   * and the rest is for zones and resources (specification 8). Raise it only if your platform accepts more.
   */
  eventsPerMinute?: number | undefined
  /** A domain, such as `.brand.com`, whose hosts share the page's copy of the token. Default: only the page's host. */
  cookieDomain?: string | undefined
  /**
   * Passes views, shares, offers, conversions and errors to the `dataLayer` of the page, or to a function: with names of Google Analytics 4, without personal
   * data and tokens.
   */
  analytics?: Analytics | undefined
  /** Sent with every event and every zone. The data of a call takes precedence. */
  data?: DataInput | undefined
  /** `createRewards({ demo: true })` needs no other option, and no program: see `DemoOptions`. Default false. */
  demo?: boolean | undefined
  /**
   * Writes every call with its duration to the console, without its arguments. Default false. It allows no inspector: an app that allows the inspector imports
   * `rewards-web-sdk/debug` (docs/inspector.md).
   */
  debug?: boolean | undefined
  /** The word in `X-Svc-…` headers and `svc_…` cookies. Default `svc`. */
  vendor?: string | undefined
  /** Default: the global `fetch`. On a server, a runtime works only with this option. */
  fetch?: typeof globalThis.fetch | undefined
}

/** The options after they were checked, with their defaults. Frozen. */
export interface Settings extends Readonly<Omit<RewardsOptions, 'domain'>> {
  /** The program domain without a trailing slash. */
  readonly base: string
  readonly carrier: Carrier
  readonly consent: Consent | ConsentSource
  readonly data: Data
  readonly vendor: string
  readonly fetch: typeof globalThis.fetch
}

type Check = [expected: string, isValid: (value: unknown) => boolean]

/** The text of a number is none: the platform refuses some of them. */
const isPositive = (value: unknown) => typeof value === 'number' && value > 0 && value < Infinity

const BOOLEAN: Check = ['true or false', value => typeof value === 'boolean']

/** The options that `readOptions` checks. */
const CHECKED_BY_READING = ['domain', 'carrier', 'consent', 'data', 'vendor'] as const

/** The other options, and what each must be. A script tag sets none of them to anything else. `analytics` is read by a file that loads only for it. */
const CHECKS: Record<Exclude<keyof RewardsOptions, (typeof CHECKED_BY_READING)[number] | 'analytics'>, Check> = {
  jwt: ['a function', value => typeof value === 'function'],
  fetch: ['a function', value => typeof value === 'function'],
  tokenDuration: ['a number above 0', isPositive],
  eventsPerMinute: ['a number above 0', isPositive],
  debug: BOOLEAN,
  demo: BOOLEAN,
  cookieDomain: ['a string', value => typeof value === 'string'],
}

/** The names of all options. */
export const optionNames = (): string[] => [...CHECKED_BY_READING, ...Object.keys(CHECKS)]

/**
 * Checks the options that only code can set, and returns all. An option that begins like `consent` may be a refusal: until it is
 * corrected, nothing is stored, and no cookie is sent. Throws `invalid_argument`; the message names the option.
 */
export const checkOptions = <Options extends object>(options: Options): Options =>
  readArguments('createRewards()', () => {
    for (const [name, [expected, isValid]] of Object.entries(CHECKS)) {
      const value = Object(options)[name]
      if (value != null && !isValid(value)) throw invalidType(`options.${name} must be ${expected}`, value)
    }
    const isMisspelt = Object.keys({ ...options }).some(name => /^(con(?!sent$)|Con)/.test(name))
    return isMisspelt ? { consent: 'unset', ...options } : options
  })

/** Reads the options, and checks those that a script tag can set. Throws `invalid_argument`; the message names the option. */
export const readOptions = (options: RewardsOptions): Settings =>
  readArguments('createRewards()', () => readAll(options))

/**
 * Copies the `data` of a call or of the options. Throws `invalid_argument` if it is not an object: the copy of a text would have a value for each
 * character.
 */
export function readData(data: object | null | undefined): Data {
  if (data == null) return {}
  if (typeof data !== 'object' || Array.isArray(data)) throw invalidType('data must be an object', data)
  return readArguments('data', () => ({ ...data }))
}

function readAll(options: RewardsOptions): Settings {
  const { domain, carrier = 'auto', consent = 'program', data, vendor = 'svc', ...rest } = options ?? {}
  requireOneOf('carrier', carrier, ['auto', 'cookie', 'header', 'query'])
  requireOneOf('consent', consent, ['program', 'unset', 'granted', 'denied', 'tcf', 'gpp', 'gcm', 'gpc'])
  // The names of headers and cookies contain it. The text of null would be a word.
  if (!/^[a-z][\w-]*$/i.test(vendor ?? '')) throw invalidType('options.vendor must be a word like svc', vendor)
  return Object.freeze({
    base: readDomain(domain),
    ...rest,
    carrier,
    consent,
    data: readData(data),
    vendor,
    // Looked up at each request: the page may wrap `window.fetch` at any time.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  })
}

function requireOneOf<Value extends string>(name: string, given: Value, allowed: Value[]) {
  if (allowed.includes(given)) return
  throw invalid(`options.${name} (data-${name}) must be one of ${allowed.join(', ')}; got "${given}"`)
}

/** A domain for an error message. It may contain credentials, or a token in its query. */
const withoutSecrets = (domain: unknown) => `${domain}`.replace(/[^/]*@|[?#].*/gs, '…')

/** An http(s) URL, or a path, without credentials, query or hash. */
const DOMAIN = /^(https?:\/)?\/[^?#@]+$/i

function readDomain(domain: string) {
  try {
    // On a server, no page has a URL to which a path is relative, and no requests are sent.
    const { origin, pathname } = new URL(domain, hasLocation() ? location.href : 'http://localhost')
    if (DOMAIN.test(domain)) return (origin + pathname).replace(/\/+$/, '')
  } catch {}
  throw invalid(
    `options.domain (data-domain) must be like https://share.brand.com or /rewards; got "${withoutSecrets(domain)}"`,
  )
}
