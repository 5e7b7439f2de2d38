import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Queryable } from './database.js'
import { DatabaseError } from './database-error.js'
import { SECRET_KEY_VARIABLE, type SecretKey } from './secret-key.js'

/** Where a secret is stored. A secret that is copied to another place cannot be read there. */
export interface SecretPlace {
  table: string
  column: string
  /** The id of the row. */
  id: string
}

/**
 * Encrypts the secrets that the platform has to read again: credentials, keys, and mails with links. Secrets that are only compared are hashed
 * (`hashOf`).
 */
export interface Secrets {
  /**
   * Encrypts a secret. `db` must be the transaction that stores it: a rotation of the key waits for its end. Throws if this process does not
   * have the present key.
   */
  seal(db: Queryable, place: SecretPlace, secret: string): Promise<string>
  /** Decrypts a secret. Throws if it was changed, comes from another place, or if this process does not have its key. */
  open(place: SecretPlace, sealed: string): string
}

/** The columns with encrypted secrets. `id` is the SQL of the id of a row. */
const sealedTables = [
  { table: 'sftp_servers', id: 'sftp_server_id', columns: ['password', 'private_key', 'passphrase'] },
  { table: 'webhooks', id: 'webhook_id', columns: ['secret', 'previous_secret'] },
  { table: 'signing_keys', id: `client_id || '/' || kid`, columns: ['material'] },
  { table: 'mails', id: 'mail_id', columns: ['body'] },
]

const FORMAT = 'v1'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The number of rows that a rotation holds in memory. */
const PAGE = 500

const checkPlace: SecretPlace = { table: 'secret_key', column: 'key_check', id: 'key' }
const CHECK = 'The key is right'

/**
 * Opens the secrets of a database. The first process on a database stores a check of its first key, and encrypts the secrets that an earlier
 * version of the platform has stored. `name` names the database in errors. Throws a `DatabaseError` for another key.
 */
export async function openSecrets(database: Queryable, name: string, keys: SecretKey[]): Promise<Secrets> {
  const [stored] = await database.transaction(async db => {
    const [first] = await db.query(
      'insert into secret_key (key_id, key_check) values ($1, $2) on conflict do nothing returning 1',
      [keys[0]!.id, encrypt(keys[0]!, checkPlace, CHECK)],
    )
    if (first) await sealAll(db, keys[0]!, (_, secret) => secret)
    return db.query<StoredKey>('select key_id, key_check from secret_key')
  })
  if (!isCheckOf(stored!, keys))
    throw new DatabaseError(
      `The secrets in ${name} are encrypted with another key. Set ${SECRET_KEY_VARIABLE} to the key with which this database was set up.`,
    )
  return {
    async seal(db, place, secret) {
      // The lock ends with the transaction. Without it, a rotation could miss the row.
      const [{ key_id } = { key_id: '' }] = await db.query<StoredKey>('select key_id from secret_key for share')
      return encrypt(keyOf(keys, key_id), place, secret)
    },
    open(place, sealed) {
      try {
        return decrypt(keys, place, sealed)
      } catch (cause) {
        throw new Error(`The secret in ${place.table}.${place.column} of ${place.id} cannot be decrypted`, { cause })
      }
    },
  }
}

/** Whether a key has been stored for the database. */
export const hasSecretKey = async (db: Queryable): Promise<boolean> =>
  (await db.query('select 1 from secret_key')).length > 0

/**
 * Encrypts all secrets with the first key; the others are previous keys. Returns the number of secrets. Processes that have both keys go on.
 * Throws a `DatabaseError` if the present key is not among the keys.
 */
export async function rotateSecrets(database: Queryable, name: string, keys: SecretKey[]): Promise<number> {
  await openSecrets(database, name, keys)
  return database.transaction(async db => {
    const next = keys[0]!
    await db.query('update secret_key set key_id = $1, key_check = $2', [next.id, encrypt(next, checkPlace, CHECK)])
    return sealAll(db, next, (place, sealed) => decrypt(keys, place, sealed))
  })
}

interface StoredKey {
  key_id: string
  key_check: string
}

function isCheckOf({ key_id, key_check }: StoredKey, keys: SecretKey[]): boolean {
  if (!keys.some(({ id }) => id === key_id)) return false
  try {
    return decrypt(keys, checkPlace, key_check) === CHECK
  } catch {
    return false
  }
}

/** Encrypts the secrets of all tables. `read` returns a secret from its present form. */
async function sealAll(
  db: Queryable,
  key: SecretKey,
  read: (place: SecretPlace, stored: string) => string,
): Promise<number> {
  let count = 0
  for (const { table, id, columns } of sealedTables) {
    const page = `select ${id} as id, ${columns.join(', ')} from ${table} where ${id} > $1 order by ${id} limit ${PAGE} for update`
    const update = `update ${table} set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')} where ${id} = $1`
    let last = ''
    for (;;) {
      const rows = await db.query<{ id: string } & Record<string, string | null>>(page, [last])
      for (const row of rows) {
        const sealed = columns.map(column => {
          const stored = row[column]
          if (stored === null || stored === undefined) return null
          count += 1
          const place = { table, column, id: row.id }
          return encrypt(key, place, read(place, stored))
        })
        await db.query(update, [row.id, ...sealed])
      }
      if (rows.length < PAGE) break
      last = rows.at(-1)!.id
    }
  }
  return count
}

/** AES-256-GCM. The key id and the place are authenticated with the secret. */
function encrypt(key: SecretKey, place: SecretPlace, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(contextOf(key.id, place))
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return [FORMAT, key.id, sealed.toString('base64')].join(':')
}

function decrypt(keys: SecretKey[], place: SecretPlace, stored: string): string {
  const [format, keyId = '', text = ''] = stored.split(':')
  if (format !== FORMAT) throw new Error(`${place.table}.${place.column} of ${place.id} is not encrypted`)
  const sealed = Buffer.from(text, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', keyOf(keys, keyId).bytes, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(contextOf(keyId, place))
    .setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString()
}

const contextOf = (keyId: string, { table, column, id }: SecretPlace) =>
  Buffer.from(JSON.stringify([FORMAT, keyId, table, column, id]))

function keyOf(keys: SecretKey[], keyId: string): SecretKey {
  const key = keys.find(({ id }) => id === keyId)
  if (key) return key
  throw new Error(`The key ${keyId} is missing in ${SECRET_KEY_VARIABLE}: the secrets were encrypted with another key`)
}
