import { hasLocation } from './environment.js'
import { invalid, invalidType, readArguments } from './http/error.js'

/** What the browser may keep. `program` follows the program's own setting, told with each of its answers (specification 5.4). */
export type Consent = 'program' | 'unset' | 'granted' | 'denied'

/** Where a consumer's choice can be read: IAB TCF, IAB GPP, Google Consent Mode, Global Privacy Control. */
export type ConsentSource = 'tcf' | 'gpp' | 'gcm' | 'gpc'

/** A choice that has been made, or taken back. */
export type SetConsent = (state: Exclude<Consent, 'program'>) => void

/** How the token travels (specification 5.4). `query` shows in logs: only for where proxies strip the other two. */
export type Carrier = 'auto' | 'cookie' | 'header' | 'query'

/** Values that go with an event or a zone. The platform keeps names it does not know. */
export type Data = Record<string, unknown>

export interface RewardsOptions {
  /** The program domain, `https://share.brand.com`, or the path of a same-origin reverse proxy of it, `/rewards`. */
  domain: string
  /** Default `auto`: the cookie when page and program domain are same-site, else the header. */
  carrier?: Carrier
  /**
   * Default `program`. A name of a source follows that source's signal, from `unset` on. Of Google Consent Mode (`gcm`), an `update` is the
   * person's answer; a `default` that denies leaves `unset`.
   */
  consent?: Consent | ConsentSource
  /** Called whenever a fresh proof of the consumer's identity is needed: answers a JWT that your backend signed (specification 5.5). */
  jwt?: () => string | Promise<string>
  /** Seconds: a cap on a token's life. */
  tokenDuration?: number
  /**
   * How many events go in a minute, after the first twenty. Default 60: of the 100 requests that the platform takes of a consumer, the rest
   * is for zones and resources (specification 8). More only where your platform takes more.
   */
  eventsPerMinute?: number
  /** Default: the page's host alone. `.brand.com` shares the page's copy of the token with the other hosts of the brand. */
  cookieDomain?: string
  /** Goes with every event and zone; what a call brings itself wins. */
  data?: Data
  /** The word in `X-Svc-…` headers and `svc_…` cookies. Default `svc`. */
  vendor?: string
  /** Default: the global `fetch`. */
  fetch?: typeof globalThis.fetch
}

/** The options, checked and with their defaults. Frozen. */
export interface Settings extends Readonly<Omit<RewardsOptions, 'domain'>> {
  /** The program domain without a trailing slash. */
  readonly base: string
  readonly carrier: Carrier
  readonly consent: Consent | ConsentSource
  readonly data: Data
  readonly vendor: string
  readonly fetch: typeof globalThis.fetch
}

/** Throws `invalid_argument`, naming the option. */
export const readOptions = (options: RewardsOptions): Settings =>
  readArguments('createRewards()', () => readAll(options))

/**
 * A copy of the `data` of a call or of the options. Throws `invalid_argument` for anything but an object: each character of a text would
 * become a value.
 */
export function readData(data: Data | null | undefined): Data {
  if (data == null) return {}
  if (typeof data !== 'object' || Array.isArray(data)) throw invalidType('data must be an object', data)
  return readArguments('data', () => ({ ...data }))
}

/** The options that are not one of a set of words, and what each has to be. */
const FITS: Partial<Record<keyof RewardsOptions, [expected: string, fits: (value: unknown) => boolean]>> = {
  jwt: ['a function', value => typeof value === 'function'],
  fetch: ['a function', value => typeof value === 'function'],
  tokenDuration: ['a number above 0', value => Number(value) > 0],
  eventsPerMinute: ['a number above 0', value => Number(value) > 0],
  cookieDomain: ['a string', value => typeof value === 'string'],
  // It becomes part of the names of headers and cookies.
  vendor: ['a word, such as svc', value => /^[a-z][\w-]*$/i.test(String(value))],
}

function readAll(options: RewardsOptions): Settings {
  const { domain, carrier = 'auto', consent = 'program', data, vendor = 'svc', ...rest } = options ?? {}
  if (!/^(auto|cookie|header|query)$/.test(carrier))
    throw invalid(`options.carrier must be auto, cookie, header or query; got "${carrier}"`)
  if (!/^(program|unset|granted|denied|tcf|gpp|gcm|gpc)$/.test(consent))
    throw invalid(`options.consent must be program, unset, granted, denied, tcf, gpp, gcm or gpc; got "${consent}"`)
  for (const [name, [expected, fits]] of Object.entries(FITS)) {
    const value = Object(options)[name]
    if (value != null && !fits(value)) throw invalidType(`options.${name} must be ${expected}`, value)
  }
  return Object.freeze({
    base: readDomain(domain),
    ...rest,
    carrier,
    consent,
    data: readData(data),
    vendor,
    // Looked up at each call, so that a page's own wrapper around fetch is honoured, whenever it was put there.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  })
}

/** A domain as an error message shows it: it may hold credentials, or a token in its query. */
const withoutSecrets = (domain: unknown) => `${domain}`.replace(/[^/]*@|[?#].*/gs, '…')

/** An http(s) address, or a path, without credentials, query or hash. */
const DOMAIN = /^(https?:\/)?\/[^?#@]+$/i

function readDomain(domain: string) {
  try {
    // On a server there is no page to resolve a path against, and no call will be made there.
    const { origin, pathname } = new URL(domain, hasLocation() ? location.href : 'http://localhost')
    if (DOMAIN.test(domain)) return (origin + pathname).replace(/\/+$/, '')
  } catch {}
  throw invalid(
    `options.domain (data-domain) must be like https://share.brand.com, or a path like /rewards; got "${withoutSecrets(domain)}"`,
  )
}
