import type { App } from '../app.js'
import type { Client } from '../http/client.js'
import type { Settings } from '../options.js'
import type { Token } from '../token/token.js'

/** What every resource needs of the runtime. */
export interface Connection {
  client: Client
  token: Token
  settings: Settings
  app: App
  /** Dispatches `consumer` when the consumer may be another one, and `receipt` when the platform has an event. */
  target: EventTarget
  /** Dispatches an `error` event. */
  reportError(error: unknown): void
}
