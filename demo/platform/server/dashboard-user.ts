import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { Domain } from '../domain.js'
import type { RateLimit } from '../http/rate-limit.js'
import { RestError } from '../http/rest-error.js'
import { addressIn } from '../identity/person-fields.js'
import type { Grant } from './bearer-token.js'
import { countSignIn } from './count-sign-in.js'

const derive = promisify(scrypt) as (password: string, salt: string, length: number) => Promise<Buffer>
const LENGTH = 32

/** A password as it is stored. */
export interface HashedPassword {
  salt: string
  hash: string
}

/** Hashes a password for storage. */
export async function hashPassword(password: string, salt = randomBytes(16).toString('hex')): Promise<HashedPassword> {
  return { salt, hash: (await derive(password, salt, LENGTH)).toString('hex') }
}

interface User {
  user_id: string
  client_id: string
  password_salt: string
  password_hash: string
  scopes: string[]
}

export interface Credentials {
  email: string
  password: string
}

/** Adds a dashboard user of the client, who can manage everything. */
export async function addUser(
  { db, clientId }: Domain,
  { userId, email, password: { salt, hash } }: { userId: string; email: string; password: HashedPassword },
): Promise<void> {
  await db.query(
    `insert into users (user_id, client_id, email, password_salt, password_hash, scopes)
     values ($1, $2, $3, $4, $5, $6)`,
    [userId, clientId, email, salt, hash, ['CLIENT_ADMIN', 'CLIENT_REPORT_DOWNLOAD', 'USER_SUPPORT']],
  )
}

/**
 * Returns the grant of a dashboard user. Every attempt counts, because this is the only place that compares a password. Throws 401
 * `invalid_credentials`, and `too_many_requests`.
 */
export async function grantOfUser(
  env: Domain & { count: RateLimit },
  request: Request,
  { email, password }: Credentials,
): Promise<Grant> {
  const account = addressIn(email)
  const accept = await countSignIn(env, request, account)
  const [user] = await env.db.query<User>('select * from users where email = $1', [account])
  // Hashes for an unknown user as well, so that the response time does not reveal who has an account.
  const { hash } = await hashPassword(password, user?.password_salt ?? 'none')
  const right = Buffer.from(user?.password_hash ?? '0'.repeat(2 * LENGTH), 'hex')
  if (!user || !timingSafeEqual(Buffer.from(hash, 'hex'), right))
    throw new RestError('invalid_credentials', 'Wrong email or password')
  await accept(user.user_id)
  return grant(user)
}

export async function grantOfUserId({ db }: Domain, userId: string): Promise<Grant> {
  const [user] = await db.query<User>('select * from users where user_id = $1', [userId])
  return grant(user!)
}

const grant = ({ user_id, client_id, scopes }: User): Grant => ({
  type: 'USER',
  client_id,
  identity_id: user_id,
  scopes,
})
