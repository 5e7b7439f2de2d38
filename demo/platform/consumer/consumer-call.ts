import type { Context } from 'hono'
import type { Domain } from '../domain.js'
import type { RateLimit } from '../http/rate-limit.js'
import type { Caller } from '../identity/caller.js'
import type { Level } from '../identity/level.js'
import { type Person, personById } from '../identity/person.js'
import { exchangeAuthorized, type Token } from '../identity/token.js'
import type { CallDocs } from '../openapi/call-docs.js'
import type { Database } from '../store/database.js'
import { type Consent, consentOf, cookieConsent } from './consent.js'

/** The context of a call: `env` is the domain, `var` has the caller (unless `minimumLevel` is `none`). */
export type ProgramContext = Context<ProgramEnv>

export interface ProgramEnv {
  Bindings: Domain & { db: Database; count: RateLimit }
  Variables: {
    caller: Caller | undefined
    /** The token of a request to a call with `minimumLevel: 'none'`, if it is valid. */
    held?: Token | undefined
    /** The claims of the JWT in the request. */
    claims?: Record<string, unknown>
    /** The cookie consent after the call, once the response has needed it. */
    consent?: Promise<Consent | null>
  }
}

/** One call of the program domain. */
export interface ConsumerCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** `web` creates tokens (`checkAccess`) and always responds with 200; with `api` the client creates tokens and gets an error status (specification 5.4). */
  style: 'web' | 'api'
  /** The level that the consumer must have. `none`: the call needs no token, or reads it itself. */
  minimumLevel: Level | 'none'
  handle(c: ProgramContext): Promise<Response> | Response
  /** The heading of the call in the documentation. */
  tag: string
  docs: CallDocs
}

/** Returns the caller. Throws if the call has `minimumLevel: 'none'`. */
export function callerOf(c: ProgramContext): Caller {
  const { caller } = c.var
  if (!caller) throw new Error(`${c.req.path} has no caller`)
  return caller
}

/**
 * The caller, for the response: to be asked for when the call is over. Exchanges a token whose holder the brand has verified, because the answer
 * carries the new one.
 */
export async function callerAfter(c: ProgramContext): Promise<Caller | undefined> {
  const { caller } = c.var
  if (!caller?.mayChangeIdentity) return caller
  const { token } = caller
  const answered = { ...caller, token: await exchangeAuthorized({ ...c.env, clientId: token.client_id }, token) }
  c.set('caller', answered)
  return answered
}

/** The cookie consent of the caller, for the response: to be asked for when the call is over. */
export async function consentAfter(c: ProgramContext): Promise<Consent | null> {
  if (!c.var.consent) c.set('consent', cookieConsent(c.env, callerOf(c).token))
  return c.var.consent!
}

/** Keeps the consent of the holder of a token, as the call has read it with the person, for the response. */
export function keepConsent(
  c: ProgramContext,
  { cookie_consent }: Pick<Person, 'cookie_consent'>,
  { token } = callerOf(c),
): void {
  c.set('consent', consentOf(c.env, token, cookie_consent))
}

/** Returns the person of the caller. */
export const personOf = (c: ProgramContext): Promise<Person> => personById(c.env, callerOf(c).token.identity_id)
