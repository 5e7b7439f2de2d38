import type { ConsentFollower } from '../consent/consent.js'
import type { LoadDiagnostics } from '../diagnostics/load.js'
import type * as shell from '../native/shell.js'
import type * as outbox from '../outbox/index.js'
import type * as share from '../page/share.js'
import type * as resources from '../resources/index.js'
import type * as identity from '../session/identity.js'
import type * as jwt from '../session/jwt.js'
import type { ConsentSource } from '../settings/options.js'

/** Loads the modules that a page may never need, each at its first use. Every loader throws `network_error`. */
export interface Loaders {
  loadWidgets(): Promise<unknown>
  loadResources(): Promise<typeof resources>
  loadOutbox(): Promise<typeof outbox>
  loadIdentity(): Promise<typeof identity>
  loadJwt(): Promise<typeof jwt>
  loadShare(): Promise<typeof share>
  loadShell(): Promise<typeof shell>
  loadDiagnostics: LoadDiagnostics
  loadConsentSource(source: ConsentSource): Promise<ConsentFollower>
}
