import type { Database } from './database.js'
import { openEmbedded } from './embedded.js'
import { openPostgres } from './postgres.js'

export interface DatabaseLocation {
  /** The URL of a database on a PostgreSQL server. Several processes can use it. */
  databaseUrl?: string | undefined
  /**
   * Without a URL: the folder of the embedded database. Only one process can use it. What it has stored survives the end of the process, but not a
   * crash of the machine: the embedded database does not wait for the disk. Default: in memory.
   */
  dataDir?: string | undefined
}

/** Opens the platform's database and applies the migrations that it lacks. Throws `DatabaseError` and `FolderInUse`. */
export const openDatabase = ({ databaseUrl, dataDir }: DatabaseLocation): Promise<Database> =>
  databaseUrl === undefined ? openEmbedded(dataDir) : openPostgres(databaseUrl)
