import type { WireNames } from './http/wire-names.js'
import type { Settings } from './options.js'
import type { Queryable } from './store/database.js'

/** What every call of either origin works with; inside a transaction `db` is the transaction. */
export interface Domain {
  db: Queryable
  settings: Settings
  names: WireNames
}
