import type { onAbort } from '../base/on-abort.js'
import type { LoadDiagnostics } from '../diagnostics/load.js'
import type { Client } from '../http/client.js'
import type { Identity } from '../session/identity.js'
import type { Settings } from '../settings/options.js'
import type { App } from '../token/app.js'
import type { Token } from '../token/token.js'

/** The part of the runtime that every resource needs. */
export interface Connection {
  client: Client
  token: Token
  settings: Settings
  app: App
  /** Loads the calls that decide who the consumer is. */
  loadIdentity(): Promise<Pick<Identity, 'prove'>>
  /** Loads the code that shares links. */
  loadShare(): Promise<unknown>
  /** Aborts when the runtime is destroyed. */
  lifetime: AbortSignal
  /** Dispatches `consumer` when the consumer may have changed, and `receipt` when the platform has accepted an event. */
  target: EventTarget
  /** Dispatches an `error` event. */
  reportError(error: unknown): void
  calls: {
    /** Warns of the keys of an argument that are none of `known`: they have no effect, and the call succeeds. */
    checkKeys(call: string, given: unknown, known: string[]): void
    /** Passed by the runtime. Each bundle would have its own set of checks. */
    onAbort: typeof onAbort
  }
  /** Loads what explains a mistake to developers. */
  loadDiagnostics: LoadDiagnostics
}
