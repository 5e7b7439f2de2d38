import type { TokenStore } from './store.js'

/** `LOCAL_PROFILE`, `UPDATE_PROFILE`, `VERIFIED_CONSUMER` … (specification 2.1); names not known here pass through. */
export type Scope = string

/** A consumer token as the page holds it. */
export interface HeldToken {
  access_token: string
  scopes: Scope[]
  /** Epoch milliseconds; 0 where the platform has not said. */
  expires_at: number
  /** A random id of the person on this device, which marks whose an event is. Renewed when the person changes. */
  owner: string
  /** The program domain's own cookie holds it too: a token goes on travelling the way it came. */
  cookie: boolean
}

/**
 * The token in force. An answer can overtake another: each request takes a stamp before it leaves, and what its answer brings counts
 * only if nothing that left later, and no `forget`, has settled since.
 */
export interface Token {
  current(): HeldToken | undefined
  /** Whose it is: kept through the token's death, gone with a logout. */
  owner(): string | undefined
  stamp(): number
  /** Makes the token an answer brought the one in force. False: something later has settled already. */
  settle(stamp: number, access_token: string, cookie: boolean): boolean
  /** Takes what the platform says of a token, if it is still the one in force. */
  learn(access_token: string, details: Partial<HeldToken>): void
  /** Lets go of a token the platform has declared dead. The person is still the same. */
  drop(access_token: string | undefined): void
  /** Lets go of the token and of whose it was. */
  forget(): void
}

export function createToken(store: TokenStore): Token {
  let stamps = 0
  let settled = 0

  const end = (owner?: string) => {
    settled = ++stamps
    store.clear(owner)
  }
  return {
    // Read on every send, so that the tabs of one page agree.
    current: store.read,
    owner: store.owner,
    stamp: () => ++stamps,
    settle(stamp, access_token, cookie) {
      if (stamp < settled) return false
      settled = stamp
      const owner = store.owner() || randomId()
      store.write({ scopes: [], expires_at: 0, ...store.read(), owner, access_token, cookie })
      return true
    },
    learn(access_token, details) {
      const held = store.read()
      if (held?.access_token === access_token) store.write({ ...held, ...details })
    },
    drop(access_token) {
      if (access_token && store.read()?.access_token === access_token) end(store.owner())
    },
    forget: () => end(),
  }
}

/** 128 random bits. `crypto.randomUUID` is missing on insecure pages. */
export const randomId = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
