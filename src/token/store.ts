import cookies from 'js-cookie'
import type { HeldToken } from './token.js'

/** Browsers cap a cookie's life at 400 days. */
const DAYS = 400

export interface TokenStore {
  read(): HeldToken | undefined
  write(token: HeldToken): void
  clear(): void
  /** Whether an earlier page was allowed to keep the token. */
  remembered(): boolean
  /** Whether the token may be kept from now on: writes what memory holds, or deletes what is there. */
  keep(allowed: boolean): void
}

/** The page's own copy of the token: in memory and, where it may be kept, in the cookie `<vendor>_page_token`. */
export function createTokenStore(vendor: string, domain: string | undefined): TokenStore {
  const name = `${vendor}_page_token`
  const attributes = { expires: DAYS, path: '/', domain, secure: true, sameSite: 'Lax' as const }
  let memory: HeldToken | undefined
  let allowed = false
  let kept = false

  const save = () => {
    if (!allowed || !memory) return
    cookies.set(name, pack(memory), attributes)
    kept = cookies.get(name) !== undefined // a browser may refuse without a word
  }
  return {
    read() {
      if (!allowed) return memory
      const there = unpack(cookies.get(name))
      if (there) kept = true
      // Another tab may have renewed the token, or logged out: the cookie is right, unless this browser refuses it.
      if (there || kept) memory = there
      return memory
    },
    write(token) {
      memory = token
      save()
    },
    clear() {
      memory = undefined
      cookies.remove(name, attributes)
    },
    remembered: () => cookies.get(name) !== undefined,
    keep(now) {
      allowed = now
      if (now) save()
      else cookies.remove(name, attributes)
    },
  }
}

// Fields between bars: short, and free of the characters that a cookie must escape.
const pack = ({ access_token, scopes, expires_at, owner }: HeldToken) =>
  [access_token, owner, expires_at, ...scopes].join('|')

function unpack(text = ''): HeldToken | undefined {
  const [access_token, owner, expires_at, ...scopes] = text.split('|')
  return access_token && owner ? { access_token, owner, expires_at: Number(expires_at) || 0, scopes } : undefined
}
