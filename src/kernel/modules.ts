import type { ConsentFollower } from '../consent/consent.js'
import type * as diagnostics from '../diagnostics/index.js'
import type * as codes from '../error/error-code.js'
import type * as shell from '../native/shell.js'
import type * as outbox from '../outbox/index.js'
import type * as share from '../page/share.js'
import type * as resources from '../resources/index.js'
import type * as personalData from '../resources/personal-data.js'
import type * as identity from '../session/identity.js'
import type * as jwt from '../session/jwt.js'
import type { DemoPlatform } from '../settings/demo-options.js'
import type { ConsentSource } from '../settings/options.js'

/**
 * The modules that a page may never need, by the names of their files in the script tag's build. `Diagnostics` is the module of a door, which also explains
 * what can be wrong with that door only.
 */
export interface Modules<Diagnostics = typeof diagnostics> extends Record<ConsentSource, ConsentFollower> {
  codes: typeof codes
  demo: DemoPlatform
  diagnostics: Diagnostics
  events: typeof outbox
  identity: typeof identity
  native: typeof shell
  personal: typeof personalData
  resources: typeof resources
  share: typeof share
  verify: typeof jwt
  widgets: unknown
}

/** How each module is imported. */
export type Imports<Diagnostics = typeof diagnostics> = {
  [Name in keyof Modules]: () => Promise<Modules<Diagnostics>[Name]>
}

/** Loads a module at its first use. Throws `network_error`. */
export type Load<Diagnostics = typeof diagnostics> = <Name extends keyof Modules>(
  name: Name,
) => Promise<Modules<Diagnostics>[Name]>
