import type { Database } from './database.js'
import { DatabaseError } from './database-error.js'
import type { DatabaseLocation } from './open-database.js'
import { databaseName } from './postgres.js'
import { keyFileIn, newSecretKey, readKeyFile, readSecretKeys, type SecretKey, writeKeyFile } from './secret-key.js'
import { hasSecretKey, openSecrets, type Secrets } from './secrets.js'

/** Where the key of a database is. */
export interface SecretKeyLocation extends DatabaseLocation {
  /** An open database, which is used instead. */
  database?: Database | undefined
  /** The value of `REWARDS_SECRET_KEY`. */
  secretKey?: string | undefined
}

/** Throws a `DatabaseError` if a database on a server has no key, before anything connects to it. */
export function checkSecretKey({ database, databaseUrl, secretKey }: SecretKeyLocation): void {
  if (!database && databaseUrl !== undefined) readSecretKeys(secretKey)
}

/** Opens the secrets of the platform's database. Throws a `DatabaseError` if the key is missing or wrong. */
export async function openPlatformSecrets(db: Database, location: SecretKeyLocation): Promise<Secrets> {
  const { database, databaseUrl, dataDir, secretKey } = location
  if (!database && databaseUrl !== undefined)
    return openSecrets(db, databaseName(databaseUrl), readSecretKeys(secretKey))
  if (!database && dataDir) return openSecrets(db, dataDir, await keyOfFolder(db, dataDir))
  return openSecrets(db, 'the database', readSecretKeys(secretKey ?? newSecretKey()))
}

/** The key in the file of an embedded database, which must be open. A new database gets a new key. Throws a `DatabaseError`. */
export async function keyOfFolder(db: Database, dataDir: string): Promise<SecretKey[]> {
  const path = keyFileIn(dataDir)
  const keys = await readKeyFile(path)
  if (keys) return keys
  if (await hasSecretKey(db))
    throw new DatabaseError(`${path} is missing. It holds the key of this database. Restore it from a backup.`)
  const key = newSecretKey()
  await writeKeyFile(path, key)
  return readSecretKeys(key)
}
