import { createHmac, timingSafeEqual } from 'node:crypto'
import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Domain } from '../domain.js'
import { writers } from '../server/scope.js'
import { hashOf, newSecret } from '../store/id.js'

/** A working day: after that the user signs in again. */
const SESSION_SECONDS = 12 * 3600

/** A dashboard user who is signed in to the console. */
export interface Session {
  /** The value of the cookie. The database stores only its hash. */
  secret: string
  user_id: string
  email: string
  /** The client of the user. */
  own_client_id: string
  /** The client that the console shows: that of the user, or the sandbox of the account. */
  client_id: string
  client_name: string
  account: string
}

/** Starts a session, and ends the one that the request has. Returns its `Set-Cookie` value. */
export async function startSession(
  domain: Domain,
  headers: Headers,
  userId: string,
  clientId: string,
): Promise<string> {
  const { db, settings } = domain
  const secret = newSecret()
  // Who moves the platform's clock stays signed in.
  const now = settings.machineNow()
  await db.query('delete from console_sessions where secret_hash = $1', [hashOf(cookieIn(domain, headers) ?? '')])
  await db.query('insert into console_sessions (secret_hash, user_id, client_id, expires_at) values ($1, $2, $3, $4)', [
    ...[hashOf(secret), userId, clientId],
    new Date(now + SESSION_SECONDS * 1000),
  ])
  return cookie(domain, secret, SESSION_SECONDS)
}

/** Ends a session. Returns the `Set-Cookie` value that removes its cookie. */
export async function endSession(domain: Domain, { secret }: Session): Promise<string> {
  await domain.db.query('delete from console_sessions where secret_hash = $1', [hashOf(secret)])
  return cookie(domain, '', 0)
}

/** Deletes the sessions that have ended by themselves. */
export async function deleteEndedSessions({ db, settings }: Domain): Promise<void> {
  await db.query('delete from console_sessions where expires_at <= $1', [new Date(settings.machineNow())])
}

/** Finds the session of a request. It ends when its user loses the right to change the program. */
export async function findSession(domain: Domain, headers: Headers): Promise<Session | undefined> {
  const { db, settings } = domain
  const secret = cookieIn(domain, headers)
  if (!secret) return undefined
  const [row] = await db.query<Omit<Session, 'secret'>>(
    `select s.user_id, u.email, u.client_id as own_client_id, s.client_id, c.name as client_name, c.account
     from console_sessions s join users u using (user_id) join clients c on c.client_id = s.client_id
     where secret_hash = $1 and expires_at > $2 and u.scopes && $3::text[]`,
    [hashOf(secret), new Date(settings.machineNow()), writers],
  )
  return row && { ...row, secret }
}

/** Shows another client from now on. */
export async function changeClient({ db }: Domain, { secret }: Session, clientId: string): Promise<void> {
  await db.query('update console_sessions set client_id = $2 where secret_hash = $1', [hashOf(secret), clientId])
}

/** The value that each form of a session contains. Pages of other sites cannot know it. */
export const csrfToken = ({ secret }: Session) => createHmac('sha256', secret).update('console form').digest('hex')

export function isCsrfToken(session: Session, value: string): boolean {
  const [expected, actual] = [Buffer.from(csrfToken(session)), Buffer.from(value)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

function cookieIn({ settings }: Domain, headers: Headers): string | undefined {
  const { name } = cookieOf(settings.serverOrigin)
  return parse(headers.get('Cookie') ?? '', name)[name]
}

function cookie({ settings }: Domain, value: string, maxAge: number): string {
  const { name, ...attributes } = cookieOf(settings.serverOrigin)
  return generateCookie(name, value, { ...attributes, maxAge, httpOnly: true, sameSite: 'Strict' })
}

/** With the prefix, other hosts of the domain cannot set the cookie. Browsers accept the prefix only with HTTPS. */
const cookieOf = (origin: string) =>
  origin.startsWith('https:')
    ? { name: '__Host-console_session', path: '/', secure: true }
    : { name: 'console_session', path: '/console', secure: false }
