import type { HeldToken } from './held-token.js'
import { isIdentified } from './scope.js'
import { formatToken, parseToken, type StoredToken } from './stored-token.js'
import { type CookieSettings, createTokenCookie, type TokenCookie } from './token-cookie.js'

/** Stores the token in place of the cookie: the native app around the page. */
export interface TokenKeeper {
  /** The owner of each new token. Undefined if the keeper does not name its people. */
  owner(): string | undefined
  /** Called with each new token, and after each change of its details. */
  onWrite(token: HeldToken): void
  onLogout(): void
}

export interface TokenStore {
  read(): HeldToken | undefined
  write(token: HeldToken): void
  /** Removes the token, and stores the owner of the next token. Without an owner, removes everything, on every host of the site. */
  clear(owner?: string, identity_id?: string): void
  owner(): string | undefined
  /** The `identity_id` of the person on the page. It stays when their token dies, also while an anonymous token replaces it. */
  identityId(): string | undefined
  /** Whether the cookie holds anything of this page or an earlier page. */
  hasStoredData(): boolean
  /** Whether the cookie holds a token, even if this page may not use it. */
  hasStoredToken(): boolean
  /** Whether the tabs of the site share the token: it may be stored, and the browser accepts the cookie. */
  isShared(): boolean
  /** Sets whether the token may be stored. Writes the cookie, or removes it. */
  setPersistent(isPersistent: boolean): void
  /** Marks a logout. The marker stays until `clearLogoutMarker`, also when a token is written. */
  setLogoutMarker(): void
  clearLogoutMarker(): void
  isLoggedOut(): boolean
  /** From now on, `keeper` stores the token, and the page has it in memory only. */
  handOver(keeper: TokenKeeper): void
}

export function createTokenStore(settings: CookieSettings): TokenStore {
  const cookie = createTokenCookie(settings)
  const { get, set, allow, forbid, isShared } = createPageCopy(cookie)
  const stored = () => parseToken(cookie.read())
  let keeper: TokenKeeper | undefined

  return {
    read: () => get().token,
    write(token) {
      const owner = keeper?.owner() ?? token.owner
      set({ token: { ...token, owner }, owner, isLoggedOut: get().isLoggedOut })
      keeper?.onWrite(token)
    },
    clear(owner, identity_id) {
      set(owner ? { owner: keeper?.owner() ?? owner, identity_id, isLoggedOut: get().isLoggedOut } : {})
      // Also if this page may not store anything: an earlier page may have been allowed to.
      if (!owner) cookie.write(undefined)
    },
    owner: () => get().owner,
    identityId() {
      const { token, identity_id } = get()
      if (!token) return identity_id
      return isIdentified(token) ? token.identity_id : token.person_id
    },
    isShared,
    hasStoredData: () => stored() !== undefined,
    hasStoredToken: () => Boolean(stored()?.token),
    setPersistent(isPersistent) {
      if (keeper) return
      if (isPersistent) allow()
      else forbid()
    },
    setLogoutMarker() {
      set({ isLoggedOut: true })
      keeper?.onLogout()
    },
    clearLogoutMarker() {
      if (get().isLoggedOut) set({ ...get(), isLoggedOut: false })
    },
    isLoggedOut: () => Boolean(get().isLoggedOut),
    handOver(next) {
      forbid()
      keeper = next
    },
  }
}

/** The page's copy of the stored token: in memory and, if allowed, in the cookie. */
function createPageCopy(cookie: TokenCookie) {
  let memory: StoredToken = {}
  let isAllowed = false
  /** The cookie cannot be read as it was written: the browser has refused it, or another cookie hides it. Then memory is used. */
  let isCookieHidden = false
  /** The cookie was read in this task: a page may track a thousand events in one. */
  let isRead = false
  const isShared = () => isAllowed && !isCookieHidden

  function get() {
    // Another tab may have renewed the token, or logged out.
    if (isShared() && !isRead) {
      memory = parseToken(cookie.read()) ?? {}
      isRead = true
      queueMicrotask(() => {
        isRead = false
      })
    }
    return memory
  }

  function set(next: StoredToken) {
    memory = next
    if (isShared()) isCookieHidden = !cookie.write(formatToken(next))
  }

  /** Writes the cookie, or takes over the cookie of an earlier page. */
  function allow() {
    if (isAllowed) return
    isAllowed = true
    const found = parseToken(cookie.read())
    // A person who is on this page stays. An anonymous device can become the consumer whom an earlier page has stored.
    const isPerson = memory.token && isIdentified(memory.token)
    const next = found && !isPerson ? found : memory
    // Each page writes the cookie again: some browsers delete it seven days after it was written.
    if (formatToken(next)) set(next)
  }

  /** Removes the cookie. The consumer stays in memory while this page is open. */
  function forbid() {
    const last = memory
    // Another tab may have removed the cookie already, because it received the new consent first.
    if (!formatToken(get())) memory = last
    cookie.write(undefined)
    isAllowed = false
  }

  return { get, set, allow, forbid, isShared }
}
