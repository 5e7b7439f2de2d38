import type { Configuration } from './configuration.js'
import type { WireNames } from './http/wire-names.js'
import type { StoredToken } from './identity/stored-token.js'
import type { Settings } from './options.js'
import type { Queryable } from './store/database.js'
import type { Secrets } from './store/secrets.js'

/** The dependencies of every call. Inside a transaction `db` is the transaction. */
export interface Domain {
  db: Queryable
  settings: Settings
  names: WireNames
  secrets: Secrets
  /**
   * The tenant: production or the sandbox. No call sees or changes the data of another client (specification 5.6). Only a preview key opens a version
   * of a zone of any client: whoever has the key may see it.
   */
  clientId: string
  /** The configuration as a request has found it. Undefined outside a request, and where the call may change it: each use then reads it again. */
  configuration?: Configuration | undefined
  /** The tokens of a request that exist, by their hash. */
  presented?: ReadonlyMap<string, StoredToken> | undefined
}
