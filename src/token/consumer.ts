import type { HeldToken } from './held-token.js'
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

export function consumerOf(held: Partial<HeldToken> | undefined): Consumer {
  const { scopes = [], identity_id = null, expires_at } = held ?? {}
  return {
    level: levelOf(scopes),
    scopes: [...scopes],
    identity_id,
    expires_at: expires_at ? new Date(expires_at).toISOString() : null,
  }
}

function levelOf(scopes: Scope[]): Consumer['level'] {
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
  /** The consumer of the last change, or of the start. It stays the same while no token is in force, until the next `refresh`. */
  known(): Consumer
  /** Makes the current consumer the known one, and reports the change if there is one. */
  refresh(): void
}

/** Watches the consumer for whom the token in force stands. */
export function watchConsumer(token: Token, onChange: (consumer: Consumer) => void): ConsumerWatch {
  let snapshot = consumerOf(token.current())
  let known = snapshot
  const current = () => {
    const now = consumerOf(token.current())
    if (JSON.stringify(now) !== JSON.stringify(snapshot)) snapshot = now
    return snapshot
  }
  return {
    current,
    known: () => known,
    refresh() {
      const before = known
      known = current()
      if (String(before.scopes) !== String(known.scopes) || isAnother(before, known)) onChange(known)
    },
  }
}

/** Whether the two are known to have different identities. */
export const isAnother = (one: Consumer, other: Consumer) =>
  Boolean(one.identity_id && other.identity_id && one.identity_id !== other.identity_id)
