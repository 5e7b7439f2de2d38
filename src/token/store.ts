import type { HeldToken } from './held-token.js'
import { isIdentified } from './scope.js'
import { type CookieSettings, createTokenCookie } from './token-cookie.js'

/** Keeps the token instead of the cookie: a native app. */
export interface TokenKeeper {
  /** The owner of each token from now on; undefined where the keeper names nobody. */
  owner(): string | undefined
  onWrite(token: HeldToken): void
  onLogout(): void
}

export interface TokenStore {
  read(): HeldToken | undefined
  write(token: HeldToken): void
  /** Removes the token, and keeps whose the next one will be. Without an owner everything is removed, on every host of the site. */
  clear(owner?: string, identity_id?: string): void
  owner(): string | undefined
  /** The `identity_id` of the person on the page. It is kept through the death of their token, and while a device's takes its place. */
  identity(): string | undefined
  /** Whether an earlier page was allowed to keep the token. */
  isRemembered(): boolean
  /** Whether this browser stores a token, whether or not this page may use it. */
  isTokenStored(): boolean
  /** Whether tabs of the site share the token: it is kept, and the browser takes the cookie. */
  isShared(): boolean
  /** Whether the token may be kept from now on: writes what memory holds, or deletes what is there. */
  keep(allowed: boolean): void
  /** Marks that the person has logged out, through whatever is written next, until `clearLogoutMarker`. */
  setLogoutMarker(): void
  clearLogoutMarker(): void
  isLoggedOut(): boolean
  /** From now on the token is in memory only: `keeper` keeps it. */
  handOver(keeper: TokenKeeper): void
}

/** What is kept: a token, or whose the next one will be, or only that somebody has logged out. */
interface Kept {
  token?: HeldToken | undefined
  owner?: string | undefined
  identity_id?: string | undefined
  /** After a logout: whoever finds it must not take up the token of an older cookie of the program domain. */
  loggedOut?: boolean
}

/** The page's own copy of the token: in memory and, where it may be kept, in a cookie. */
export function createTokenStore(settings: CookieSettings): TokenStore {
  const cookie = createTokenCookie(settings)
  let memory: Kept = {}
  let allowed = false
  /** The cookie reads otherwise than this page wrote it: refused, or another one stands before it. Memory is right from then on. */
  let shadowed = false
  let keeper: TokenKeeper | undefined

  const get = () => {
    // Another tab may have renewed the token, or logged out.
    if (allowed && !shadowed) memory = unpack(cookie.read()) ?? {}
    return memory
  }
  const set = (next: Kept) => {
    memory = next
    if (allowed && !shadowed) shadowed = !cookie.write(pack(next))
  }
  function keep(now: boolean) {
    if (keeper) return
    const last = memory
    const before = get()
    if (!now) {
      // Another tab that heard of it first has removed the cookie. The consumer stays while this page lives.
      if (!pack(before)) memory = last
      cookie.write(undefined)
    }
    if (now === allowed) return
    allowed = now
    if (!now) return
    const found = unpack(cookie.read())
    // A device that nobody has named can become the one that an earlier page has kept.
    const isReplaced = found && !(before.token && isIdentified(before.token))
    const next = isReplaced ? found : before
    // Once a page: some browsers keep a cookie for seven days only, counted from when it was written.
    if (pack(next)) set(next)
  }

  return {
    read: () => get().token,
    write(token) {
      const owner = keeper?.owner() ?? token.owner
      set({ token: { ...token, owner }, owner, loggedOut: get().loggedOut })
      keeper?.onWrite(token)
    },
    clear(owner, identity_id) {
      const { loggedOut } = get()
      set(owner ? { owner, identity_id, loggedOut } : {})
      // Also where nothing may be kept: an earlier page may have been allowed to.
      if (!owner) cookie.write(undefined)
    },
    owner: () => get().owner,
    identity() {
      const { token, identity_id } = get()
      if (!token) return identity_id
      return isIdentified(token) ? token.identity_id : token.person_id
    },
    isShared: () => allowed && !shadowed,
    isRemembered: () => unpack(cookie.read()) !== undefined,
    isTokenStored: () => Boolean(unpack(cookie.read())?.token),
    keep,
    setLogoutMarker() {
      set({ loggedOut: true })
      keeper?.onLogout()
    },
    clearLogoutMarker: () => {
      if (get().loggedOut) set({ ...get(), loggedOut: false })
    },
    isLoggedOut: () => Boolean(get().loggedOut),
    handOver(next) {
      keep(false)
      keeper = next
    },
  }
}

/** In printable ASCII. The bar is left out, for it stands between the fields: the platform's own texts are encoded for both reasons. */
const PACKED = /^([!-{}~]*)\|(!?)([!-{}~]*)\|(\d+)\|([01])\|([!-{}~]*)((?:\|[!-{}~]+)*)$/
/** Stands before the id of the person who was here before a device's token, where a scope could stand. */
const PERSON = '~'
/** What no header can hold is no token. */
const IN_HEADER = /^[!-~]*$/

/**
 * `<token>|<owner>|<expires at>|<travels by cookie>|<identity>|<scope>|<scope>…`; an exclamation mark stands before the owner after a logout.
 * `~<identity>` among the scopes is the person before.
 */
function pack({ token, owner = '', identity_id = token?.identity_id ?? '', loggedOut }: Kept): string | undefined {
  if (!token && !owner && !loggedOut) return undefined
  const { access_token = '', expires_at = 0, cookie = false, scopes = [], person_id } = token ?? {}
  const expires = Math.max(Math.trunc(expires_at) || 0, 0)
  const person = person_id ? [PERSON + encode(person_id)] : []
  const names = scopes.filter(Boolean).map(encode)
  const mark = loggedOut ? '!' : ''
  return [encode(access_token), mark + owner, expires, Number(cookie), encode(identity_id), ...person, ...names].join(
    '|',
  )
}

function unpack(text = ''): Kept | undefined {
  const [, encoded, mark, owner, expires_at, cookie, identity, scopes = ''] = PACKED.exec(text) ?? []
  const loggedOut = mark === '!'
  const access_token = decode(encoded)
  const identity_id = decode(identity) || undefined
  if (!IN_HEADER.test(access_token)) return undefined
  if (!owner) return loggedOut && !access_token ? { loggedOut } : undefined
  if (!access_token) return encoded ? undefined : { owner, identity_id, loggedOut }
  const rest = scopes.split('|').slice(1)
  const person = rest.find(field => field.startsWith(PERSON))
  const token: HeldToken = {
    access_token,
    owner,
    identity_id,
    expires_at: +new Date(Number(expires_at)) || 0,
    cookie: cookie === '1',
    scopes: rest.filter(field => field !== person).map(decode),
    person_id: person && decode(person.slice(PERSON.length)),
  }
  return { token, owner, loggedOut }
}

/** All but ASCII's printable characters, and the bar. A token, an id or a scope as they are common stays as it is. */
const encode = (text: string) => text.replace(/[^!-$&-{}~]+/gu, encodeURIComponent)

/** Empty where somebody else has written what cannot be decoded. */
function decode(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
