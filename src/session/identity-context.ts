import type { ConsentState } from '../consent/consent.js'
import type { Client } from '../http/client.js'
import type { Settings } from '../settings/options.js'
import type { App } from '../token/app.js'
import type { TokenCarrier } from '../token/carrier.js'
import type { ConsumerWatch } from '../token/consumer.js'
import type { Token } from '../token/token.js'
import type { SessionAuthorizer } from './authorizer.js'
import type * as jwt from './jwt.js'
import type { WaitingEvents } from './waiting-events.js'

/** What the modules that `identity.ts` puts together work on. `connect.ts` passes it in. */
export interface IdentityContext {
  /** `rewards:<program domain>`: the name of this program's data on the device. */
  name: string
  settings: Settings
  app: App
  /** Aborts when the runtime is destroyed. */
  lifetime: AbortSignal
  authorizer: SessionAuthorizer
  client: Client
  token: Token
  consent: ConsentState
  consumer: ConsumerWatch
  tracker: WaitingEvents
  usesCookies: TokenCarrier['usesCookies']
  avoidCookie: TokenCarrier['avoidCookie']
  /** Loads the module that checks and reads JWTs. */
  loadJwt(): Promise<typeof jwt>
  /** Ends the session of a consumer who logs out, here and in the other tabs. */
  logOutHere(): void
  /** Sends a message to the other tabs. */
  broadcast(message: { logout: number }): void
  reportError(error: unknown): void
}
