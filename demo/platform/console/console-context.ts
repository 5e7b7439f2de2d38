import type { Context } from 'hono'
import type { ServerEnv } from '../server/server-call.js'
import type { Session } from './session.js'

export interface ConsoleEnv {
  Bindings: ServerEnv['Bindings']
  Variables: {
    session: Session
    /** The fields of the form that was sent. */
    fields: FormFields
  }
}

export type ConsoleContext = Context<ConsoleEnv>

export type FormFields = Record<string, string>
