import type { Domain } from '../domain.js'
import type { Caller } from '../identity/caller.js'
import type { Claim } from '../identity/decide-claim.js'
import { isAtLeast } from '../identity/level.js'
import { issueAfter, rotate, tokenLevel } from '../identity/token.js'
import { applyClaim } from './apply-claim.js'

/**
 * Binds a caller to the person of a claim. Returns the caller with the current token, which is new if the person or level
 * changed. A claim never lowers the level for the same person and never changes an existing profile. A claim of another
 * person gets a new device id, and the previous token stays valid: events of the previous person may still need it.
 */
export async function bindIdentity(domain: Domain, caller: Caller, claim: Claim): Promise<Caller> {
  const { token } = caller
  const { personId, deviceId } = await applyClaim(domain, claim, token)
  if (personId === token.identity_id && isAtLeast(tokenLevel(token), claim.level)) return caller
  const next = deviceId === undefined ? issueAfter : rotate
  return { ...caller, token: await next(domain, token, { personId, level: claim.level, deviceId }) }
}
