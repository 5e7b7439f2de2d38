import type { App } from '../app.js'
import type { ConsentState } from '../consent/consent.js'
import type { ConsumerWatch } from '../consumer.js'
import type { Client } from '../http/client.js'
import type { Settings } from '../options.js'
import type { TokenStore } from '../token/store.js'
import type { Token } from '../token/token.js'
import type { SessionAuthorizer } from './authorizer.js'
import type * as proof from './proof.js'
import type { WaitingEvents } from './waiting-events.js'

/** What the calls about who the consumer is work on. */
export interface IdentityContext {
  /** `rewards:<program domain>`: the name of this program's data on the device. */
  name: string
  settings: Settings
  app: App
  authorizer: SessionAuthorizer
  client: Client
  token: Token
  store: TokenStore
  consent: ConsentState
  consumer: ConsumerWatch
  tracker: WaitingEvents
  /** Whether the program domain may have a cookie in this browser. */
  usesCookies(): boolean
  /** Loads what reads JWTs. */
  loadProof(): Promise<typeof proof>
  /** Sends a message to the other tabs. */
  broadcast(message: 'logout' | 'person'): void
  reportError(error: unknown): void
}
