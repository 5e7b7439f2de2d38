import { createHmac, randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseError } from './database-error.js'

/** A key that encrypts the secrets in the database. */
export interface SecretKey {
  /** Says which key has encrypted a secret. It tells nothing about the key. */
  id: string
  bytes: Uint8Array
}

const KEY_BYTES = 32

const FORMAT = 'must be 32 random bytes in Base64. Create a key: openssl rand -base64 32'

/** The variable with the key of a database on a server. */
export const SECRET_KEY_VARIABLE = 'REWARDS_SECRET_KEY'

/**
 * Reads the value of `REWARDS_SECRET_KEY`: a key in Base64 or hexadecimal or, during a rotation, several with commas between them. Throws a
 * `DatabaseError`.
 */
export function readSecretKeys(text: string | undefined): SecretKey[] {
  const keys = (text ?? '').split(',').flatMap(part => part.trim() || [])
  if (!keys.length)
    throw new DatabaseError(
      `${SECRET_KEY_VARIABLE} is missing. With a database on a server, it holds the key that encrypts secrets. It ${FORMAT}.`,
    )
  return keys.map(readKey)
}

/** Creates a key in the format of `REWARDS_SECRET_KEY`. */
export const newSecretKey = (): string => randomBytes(KEY_BYTES).toString('base64')

/** The file with the key of the embedded database in `dataDir`. */
export const keyFileIn = (dataDir: string) => join(dataDir, 'secret-key')

/** Undefined if there is no file. Throws a `DatabaseError` if the file has no key. */
export async function readKeyFile(path: string): Promise<SecretKey[] | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  if (!text.trim()) throw new DatabaseError(`${path} is empty. Restore the key of this database from a backup.`)
  return readSecretKeys(text)
}

/** Writes the file as a whole or not at all. Only the user of the process can read it. */
export async function writeKeyFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`
  const file = await open(draft, 'w', 0o600)
  try {
    // The draft of a process that was ended can have another mode.
    await file.chmod(0o600)
    await file.writeFile(`${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(draft, path)
}

/** The message never shows the text: it may be a key with a typing error. */
function readKey(text: string): SecretKey {
  const isHex = /^[0-9a-f]{64}$/i.test(text)
  if (!isHex && !/^[\w+/-]{43}=?$/.test(text)) throw new DatabaseError(`A key in ${SECRET_KEY_VARIABLE} ${FORMAT}.`)
  const bytes = Buffer.from(text, isHex ? 'hex' : 'base64')
  return { id: createHmac('sha256', bytes).update('key id').digest('hex').slice(0, 16), bytes }
}
