import type { Login } from './login.js'
import { isIdentified, type Scope } from './scope.js'
import type { Token } from './token.js'

/** The consumer for whom the token in force stands (specification 3.1). */
export interface Consumer {
  /** `anonymous`: a device. `identified`: has claimed an identity. `verified`: has proved it, and may read and change private data. */
  level: 'anonymous' | 'identified' | 'verified'
  scopes: Scope[]
  /** The platform's id of the consumer (specification 2.1), the same on all devices of a person. Null until the platform has sent it. */
  identity_id: string | null
  /** When the token expires, in ISO 8601. Null if the platform has not said. */
  expires_at: string | null
}

/** An email address or an id of the person, or both. Other fields go to the profile (specification 6). */
export interface IdentityClaims {
  email?: string | undefined
  partner_user_id?: string | undefined
  first_name?: string | undefined
  last_name?: string | undefined
}

/** The levels in ascending order. */
export const LEVELS: Consumer['level'][] = ['anonymous', 'identified', 'verified']

export function consumerOf(held: Partial<Login> | undefined): Consumer {
  const { scopes = [], identity_id = null, expires_at } = held ?? {}
  return {
    level: levelOf({ scopes }),
    scopes: [...scopes],
    identity_id,
    expires_at: expires_at ? new Date(expires_at).toISOString() : null,
  }
}

/** The level that scopes stand for. Those of a dead token say who its person is. */
export function levelOf({ scopes }: Pick<Login, 'scopes'>): Consumer['level'] {
  if (scopes.includes('VERIFIED_CONSUMER')) return 'verified'
  return isIdentified({ scopes }) ? 'identified' : 'anonymous'
}

/** Whether data claims an identity: the platform then identifies an anonymous consumer. */
export const claimsIdentity = (data: { email?: unknown; partner_user_id?: unknown }) =>
  [data?.email, data?.partner_user_id].some(isClaim)

const isClaim = (value: unknown) => Boolean(value) && /string|number/.test(typeof value)

export interface ConsumerWatch {
  /** The consumer for whom the token in force stands. The same object until that changes: frameworks compare snapshots by identity. */
  current(): Consumer
  /** Reports whether the consumer has changed since the last time, or since the start. */
  refresh(): void
}

/** Watches the consumer for whom the token in force stands. */
export function watchConsumer(token: Token, onChange: (consumer: Consumer) => void): ConsumerWatch {
  let snapshot = consumerOf(token.current())
  let reported = snapshot
  const current = () => {
    const now = consumerOf(token.current())
    if (JSON.stringify(now) !== JSON.stringify(snapshot)) snapshot = now
    return snapshot
  }
  return {
    current,
    refresh() {
      const before = reported
      reported = current()
      if (String(before.scopes) !== String(reported.scopes) || isAnother(before, reported)) onChange(reported)
    },
  }
}

/** Whether the two are known to have different identities. */
export const isAnother = (one: Consumer, other: Consumer) =>
  Boolean(one.identity_id && other.identity_id && one.identity_id !== other.identity_id)
