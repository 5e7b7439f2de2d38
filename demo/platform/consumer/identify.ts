import { bindIdentity } from '../events/bind-identity.js'
import { countPerson, countRequest } from '../http/count-request.js'
import type { Caller } from '../identity/caller.js'
import { claimOfJwt } from '../identity/claim-of-jwt.js'
import type { Claim } from '../identity/decide-claim.js'
import { identityIn } from '../identity/identity-in-data.js'
import { tokenLevel } from '../identity/token.js'
import { callerOf, type ProgramContext } from './consumer-call.js'

export type Data = Record<string, unknown>

/**
 * Binds the caller to the person of the JWT, or without a JWT of the data. Returns the data merged with the claims of the
 * JWT, which take precedence (specification 3.1 and 5.5). The claim of an event is refused if the event will be.
 */
export async function identify(c: ProgramContext, data: Data, jwt?: string, isOfEvent = false): Promise<Data> {
  if (jwt) await verifyByJwt(c, jwt, isOfEvent)
  const { claims } = c.var
  if (claims) return { ...data, ...claims }
  const identity = identityIn(data)
  if (identity) await bindCaller(c, { identity, level: 'identified', isProven: false, isOfEvent })
  return data
}

/**
 * Verifies the JWT of the header. Only pages of the program can send this header (CORS), so it may change the identity even if
 * the token is in a cookie.
 */
export async function verifyByHeader(c: ProgramContext, jwt: string, isOfEvent: boolean): Promise<void> {
  c.set('caller', { ...callerOf(c), mayChangeIdentity: true })
  await verifyByJwt(c, jwt, isOfEvent)
}

/** Verifies a JWT and binds the caller to its person. Throws the errors of `claimOfJwt`. */
async function verifyByJwt(c: ProgramContext, jwt: string, isOfEvent: boolean): Promise<void> {
  const { claim, claims } = await claimOfJwt(c.env, jwt)
  await bindCaller(c, { ...claim, isOfEvent })
  c.set('claims', claims)
}

/** Binds the caller to a person. The call counts for the person, unless it has been counted for them before. */
async function bindCaller(c: ProgramContext, claim: Claim): Promise<void> {
  const caller = callerOf(c)
  if (!caller.mayChangeIdentity) return
  const bound = await c.env.db.transaction(db => bindIdentity({ ...c.env, db }, caller, claim))
  // A token that names other persons does not replace the limit of its address.
  if (bound.token.device_id !== caller.token.device_id) await countRequest(c.env, c.req.raw)
  c.set('caller', bound)
  if (!isKnown(caller) || bound.token.identity_id !== caller.token.identity_id)
    await countPerson(c.env, bound.token.identity_id)
}

const isKnown = ({ token }: Caller) => tokenLevel(token) !== 'anonymous'
