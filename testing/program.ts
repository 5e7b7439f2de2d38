import type { Reply } from './http-messages.js'
import { errorReply } from './http-messages.js'
import { applyClaims, type Claims, namesAnother, type Person, scopesOf, type TestConsumer } from './person.js'

/** Sixty days, in seconds. */
const LIFETIME = 5_184_000

/** The people and the tokens of the platform. */
export interface Program {
  /** The person of the newest token. Before the first token: the person who will get it. */
  person(): Person
  /** The person for whom the backend of the app signs a JWT: after a logout, still the one before, until another is named. */
  signedIn(): Person
  /** Creates a token for that person. */
  createToken(): string
  personOf(token: string): Person | undefined
  /** Applies claims to the person of a token. If they name somebody else, the token gets a new person. Returns the error of a refused claim. */
  identify(token: string, claims: Claims): Reply | undefined
  /** Does the same with a JWT, which also verifies by its scope. Returns the error of a malformed one. */
  prove(token: string, jwt: string): Reply | undefined
  /** What a token stands for. The answer to its creation does not say whose it is. */
  details(token: string): { identity_id: string; access_token: string; expires_in: number; scopes: string[] }
  /** Revokes a token. The next token stands for a new anonymous person. */
  revoke(token: string): void
}

/** Creates the program. `refuseClaims` returns the error of claims that it does not take. */
export function createProgram(consumer: TestConsumer, refuseClaims?: (claims: Claims) => Reply | undefined): Program {
  const tokens = new Map<string, Person>()
  /** A page may still have a token of another platform: this one must not know it. */
  const prefix = `test-token-${Math.random().toString(36).slice(2, 8)}`
  let count = 0
  let current = createPerson(consumer)
  /** The person who has logged out last. */
  let former: Person | undefined

  function createPerson(about: TestConsumer): Person {
    const id = `person-${++count}`
    return { level: 'anonymous', shareables: [], parameters: {}, ...about, id }
  }

  function identify(token: string, claims: Claims): Reply | undefined {
    const refusal = refuseClaims?.(claims)
    if (refusal) return refusal
    if (namesAnother(current, claims)) current = createPerson({})
    applyClaims(current, claims)
    tokens.set(token, current)
    return undefined
  }

  return {
    person: () => current,
    signedIn: () => (current.level === 'anonymous' && former) || current,
    createToken() {
      const token = `${prefix}-${++count}`
      tokens.set(token, current)
      return token
    },
    personOf: token => tokens.get(token),
    identify,
    prove(token, jwt) {
      const claims = readClaims(jwt)
      if (!claims) return errorReply(400, 'jwt_error', 'The JWT is malformed')
      // A JWT of this platform names its person by their id.
      const known = [current, former].find(each => each?.id === claims.sub)
      current = known ?? current
      const denied = known ? void tokens.set(token, known) : identify(token, claims)
      if (denied) return denied
      if (String(claims.scope).includes('VERIFIED_CONSUMER')) current.level = 'verified'
      return undefined
    },
    details(token) {
      const person = tokens.get(token) ?? current
      return { access_token: token, expires_in: LIFETIME, scopes: scopesOf(person), identity_id: person.id }
    },
    revoke(token) {
      tokens.delete(token)
      if (current.level !== 'anonymous') former = current
      current = createPerson({})
    },
  }
}

/** Creates a JWT that only a test platform accepts: it has no signature. */
export function createTestJwt({ email, partner_user_id, id }: Person): string {
  const now = Math.floor(Date.now() / 1000)
  const claims = {
    sub: id,
    email,
    partner_user_id,
    scope: 'VERIFIED_CONSUMER',
    nbf: now - 60,
    exp: now + 300,
  }
  return [{ alg: 'HS256', typ: 'JWT', kid: 'test' }, claims, 'unsigned'].map(encode).join('.')
}

const encode = (part: unknown) =>
  btoa(toBytes(JSON.stringify(part)))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '')

function readClaims(jwt: string): (Claims & { sub?: unknown; scope?: unknown }) | undefined {
  try {
    return JSON.parse(fromBytes(atob(jwt.split('.')[1]!.replace(/-/g, '+').replace(/_/g, '/'))))
  } catch {
    return undefined
  }
}

// A byte is a character here.

const toBytes = (text: string) =>
  encodeURIComponent(text).replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))

const fromBytes = (bytes: string) =>
  decodeURIComponent([...bytes].map(byte => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''))
