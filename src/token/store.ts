import { readCookie, writeCookie } from './cookie.js'
import type { HeldToken } from './token.js'

/** Stands before the owner, or where one would be, after a logout: whoever finds it must not take up the token of an older cookie. */
const BURIED = '|!'

/** Between the fields: a bar, with its mark or without. */
const BAR = /\|!?/

export interface TokenStore {
  read(): HeldToken | undefined
  write(token: HeldToken): void
  /** Lets go of the token, but not of whose it was. */
  clear(owner?: string): void
  owner(): string | undefined
  /** Whether an earlier page was allowed to keep the token. */
  remembered(): boolean
  /** Whether the token may be kept from now on: writes what memory holds, or deletes what is there. */
  keep(allowed: boolean): void
  /** Marks that the person has logged out, through whatever is written next, until `lift`. */
  bury(): void
  lift(): void
  buried(): boolean | undefined
}

/** The page's own copy of the token: in memory and, where it may be kept, in the cookie `<vendor>_page_token`. */
export function createTokenStore(vendor: string, domain: string | undefined): TokenStore {
  const name = `${vendor}_page_token`
  let memory: string | undefined
  let allowed = false
  let kept = false

  const get = () => {
    const there = allowed ? readCookie(name) : undefined
    if (there) kept = true
    // Another tab may have renewed the token, or logged out: the cookie is right, unless this browser refuses it without a word.
    if (there || kept) memory = there
    return memory
  }
  const buried = () => get()?.includes(BURIED)
  const set = (text: string | undefined) => {
    const value = buried() ? text?.replace(BAR, BURIED) : text
    memory = value
    if (!allowed) return
    writeCookie(name, value, domain)
    kept = readCookie(name) === value
  }
  return {
    read: () => unpack(get()),
    write: token => set(pack(token)),
    clear: owner => set(owner && `|${owner}`),
    owner: () => get()?.split(BAR)[1],
    remembered: () => readCookie(name) !== undefined,
    keep(now) {
      if (!now) {
        get() // what was kept goes on in memory
        writeCookie(name, undefined, domain)
        kept = false
      }
      allowed = now
      if (now && memory) set(memory)
    },
    bury: () => set(BURIED),
    lift: () => get() === BURIED && set(undefined),
    buried,
  }
}

// Fields between bars: short, and free of the characters that a cookie must escape.
const pack = ({ access_token, owner, expires_at, cookie, scopes }: HeldToken) =>
  [access_token, owner, expires_at, Number(cookie), ...scopes].join('|')

function unpack(text = ''): HeldToken | undefined {
  const [access_token, owner, expires_at, cookie, ...scopes] = text.split(BAR)
  if (!access_token || !owner) return undefined
  return { access_token, owner, expires_at: +new Date(Number(expires_at)) || 0, cookie: cookie === '1', scopes }
}
