import { openDatabase } from './open-database.js'
import { checkSecretKey, keyOfFolder, type SecretKeyLocation } from './open-secrets.js'
import { databaseName } from './postgres.js'
import { keyFileIn, newSecretKey, readKeyFile, readSecretKeys, writeKeyFile } from './secret-key.js'
import { rotateSecrets } from './secrets.js'

/**
 * Encrypts the secrets of a database with another key, and returns their number. For a database on a server, the first key of `secretKey` is the
 * new one, and the others are previous ones. An embedded database gets a new key. Throws a `DatabaseError`, and `FolderInUse`.
 */
export async function rotateSecretKey(location: SecretKeyLocation): Promise<number> {
  checkSecretKey(location)
  const { databaseUrl, dataDir, secretKey } = location
  const db = await openDatabase(location)
  try {
    if (databaseUrl !== undefined) return await rotateSecrets(db, databaseName(databaseUrl), readSecretKeys(secretKey))
    const path = keyFileIn(dataDir!)
    const previous = await keyOfFolder(db, dataDir!)
    const next = newSecretKey()
    // If the process ends meanwhile, the file has the key, whichever it is.
    await writeKeyFile(path, [next, ...previous.map(textOf)].join(','))
    const count = await rotateSecrets(db, dataDir!, (await readKeyFile(path))!)
    await writeKeyFile(path, next)
    return count
  } finally {
    await db.close()
  }
}

const textOf = ({ bytes }: { bytes: Uint8Array }) => Buffer.from(bytes).toString('base64')
