import type { Context } from 'hono'
import type { Domain } from '../domain.js'
import type { RateLimit } from '../http/rate-limit.js'
import type { Caller } from '../identity/caller.js'
import type { Level } from '../identity/level.js'
import { type Person, personById } from '../identity/person.js'
import type { CallDocs } from '../openapi/call-docs.js'
import type { Database } from '../store/database.js'

/** A call's context: `env` is the domain, `var` holds who makes the call (save where `minimumLevel` is `nobody`). */
export type ProgramContext = Context<ProgramEnv>

export interface ProgramEnv {
  Bindings: Domain & { db: Database; count: RateLimit }
  Variables: {
    caller: Caller | undefined
    /** What a JWT sent along says about the caller. */
    claims?: Record<string, unknown>
  }
}

/** One call of the program domain. */
export interface ConsumerCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** `web` allocates tokens and always answers 200; `api` leaves both to its client (specification 5.4). */
  style: 'web' | 'api'
  /** The least level of the consumer; `nobody`: the call needs no token, or reads it itself. */
  minimumLevel: Level | 'none'
  answer(c: ProgramContext): Promise<Response> | Response
  /** The heading it stands under in the document. */
  tag: string
  docs: CallDocs
}

/** Who makes the call. */
export function callerOf(c: ProgramContext): Caller {
  const { caller } = c.var
  if (!caller) throw new Error(`${c.req.path} is answered without a caller`)
  return caller
}

/** The person who makes the call. */
export const personOf = (c: ProgramContext): Promise<Person> => personById(c.env, callerOf(c).token.identity_id)
