import { z } from 'zod'
import type { Domain } from '../domain.js'
import { applyClaim } from '../events/apply-claim.js'
import { isAllowedOrigin, pageOrigin } from '../http/allowed-origins.js'
import { type BodyShape, type Fields, parseBody } from '../http/body.js'
import { clearCookie, cookieToken } from '../http/cookie.js'
import { countPerson } from '../http/count-request.js'
import { RestError } from '../http/rest-error.js'
import { checkClient } from '../identity/account-client.js'
import { claimOfJwt } from '../identity/claim-of-jwt.js'
import type { Claim } from '../identity/decide-claim.js'
import { consumerScopes, isAtLeast, levelOf } from '../identity/level.js'
import { createPerson, findPersonByIdentity, personById } from '../identity/person.js'
import { checkEmail } from '../identity/person-fields.js'
import {
  type ConsumerClaims,
  invalidate,
  issueConsumerToken,
  lockLiveToken,
  requirePaid,
  secondsLeft,
  type Token,
} from '../identity/token.js'
import type { CallDocs } from '../openapi/call-docs.js'
import { callerAfter, callerOf, type ProgramContext } from './consumer-call.js'

const creation = {
  schema: z
    .object({
      email: z.string().optional().describe('The person of the token. Ignored if there is a JWT.'),
      jwt: z.string().optional().describe('A JWT that your backend signed. It identifies the person of the token.'),
      client_id: z
        .string()
        .optional()
        .describe(
          'The client of the token: production, or the sandbox of the account. Default: that of the token in the request.',
        ),
      duration_seconds: z
        .int()
        .optional()
        .describe(
          'The lifetime of the token, and again of each token that replaces it. Default and maximum: five years for an anonymous consumer, else one year.',
        ),
    })
    .meta({ examples: [{ email: 'grace@example.com', duration_seconds: 3600 }] }),
  accepts: ['json', 'form'],
  optional: true,
  fromForm,
} satisfies BodyShape

/**
 * Creates a consumer token: for the person of a JWT or email, else for an anonymous consumer (specification 4.3). The history of an anonymous token
 * of the request is merged into the person.
 */
export async function createToken(c: ProgramContext): Promise<Response> {
  const { email, jwt, client_id, duration_seconds: seconds } = await parseBody(c.req.raw, creation)
  const presentedHere = c.var.held
  if (client_id !== undefined) await checkClient(c.env, client_id, c.env.clientId)
  c.env = { ...c.env, clientId: client_id ?? presentedHere?.client_id ?? c.env.clientId }
  await requirePaid(c.env)
  // The history of a consumer stays with their client.
  const held = presentedHere?.client_id === c.env.clientId ? presentedHere : undefined
  const claim = await requestedClaim(c, held, email, jwt)
  const token = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    return issueConsumerToken(domain, { ...(await claimsFor(domain, held, claim)), seconds })
  })
  if (claim) await countPerson(c.env, token.identity_id)
  // Set the cookie as well, so that the next simple request of the page does not create another consumer.
  const presented = cookieToken(c.env, c.req.raw.headers)
  c.set('caller', { token, requestDeviceId: token.device_id, presented, mayChangeIdentity: false })
  return Response.json(describe(c.env, token))
}

/** Describes the token: `{access_token, expires_in, scopes, identity_id}` (specification 4.3). */
export async function showToken(c: ProgramContext): Promise<Response> {
  await callerAfter(c)
  const { token } = callerOf(c)
  return Response.json({ ...describe(c.env, token), identity_id: token.identity_id })
}

/**
 * Revokes the token at once and removes the cookie (specification 3.2), also if the cookie has another token: it can be an older one of this browser,
 * by which the next visitor would be the consumer who has logged out.
 */
export async function deleteToken(c: ProgramContext): Promise<Response> {
  await invalidate(c.env, callerOf(c).token)
  c.set('caller', undefined)
  const page = pageOrigin(c.req.raw.headers)
  const headers: Record<string, string> =
    page === undefined || isAllowedOrigin(c.env, page) ? { 'Set-Cookie': clearCookie(c.env, c.req.raw.headers) } : {}
  return Response.json({ status: 'SUCCEEDED' }, { headers })
}

async function requestedClaim(
  c: ProgramContext,
  held?: Token,
  email?: string,
  jwt?: string,
): Promise<Claim | undefined> {
  let proven: Claim | undefined
  // The JWT in the body counts, but as in other calls, an invalid one in the header is an error.
  for (const each of [c.req.header(c.env.names.jwt), jwt]) if (each) proven = (await claimOfJwt(c.env, each, 400)).claim
  if (proven) return proven
  if (email === undefined) return undefined
  await checkApplicable(c.env)
  const identity = { email: checkEmail(email) }
  await checkMatch(c.env, identity.email, held)
  return { identity, level: 'identified', isProven: false }
}

async function checkApplicable({ db, clientId }: Domain): Promise<void> {
  const [client] = await db.query<{ identity_key: string }>('select identity_key from clients where client_id = $1', [
    clientId,
  ])
  if (client?.identity_key !== 'email')
    throw new RestError('email_not_applicable', 'This program does not identify people by email')
}

/** Throws `email_mismatch` if the token of the request belongs to a person who neither has nor had this email address. */
async function checkMatch(domain: Domain, email: string, held?: Token): Promise<void> {
  if (!held || levelOf(held.scopes) === 'anonymous') return
  const person = await personById(domain, held.identity_id)
  if (!person.email || person.email === email) return
  // The address may lead to the person since they were merged.
  if ((await findPersonByIdentity(domain, { email }))?.person_id !== person.person_id)
    throw new RestError('email_mismatch', 'The token of the request belongs to another email address')
}

async function claimsFor(domain: Domain, held?: Token, claim?: Claim): Promise<ConsumerClaims> {
  if (!claim) return { personId: (await createPerson(domain)).person_id, level: 'anonymous' }
  const resolved = await applyClaim(domain, claim, held)
  // The device stays the same: it is the same person, who keeps the level that they have proved.
  const proved = held && resolved.deviceId !== undefined ? await lockLiveToken(domain, held) : claim.level
  return { ...resolved, level: isAtLeast(proved, claim.level) ? proved : claim.level }
}

/** Converts the fields of a form: removes blank ones and parses the number. */
function fromForm(fields: Fields): Fields {
  const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''))
  const { duration_seconds } = filled
  return duration_seconds === undefined ? filled : { ...filled, duration_seconds: Number(duration_seconds) }
}

const describe = (domain: Domain, token: Token) => ({
  access_token: token.access_token,
  expires_in: secondsLeft(domain, token),
  scopes: token.scopes,
})

const token = z
  .object({
    access_token: z.string(),
    expires_in: z.int().nullable().describe('Seconds until the token expires.'),
    scopes: z.array(z.enum(consumerScopes)).meta({ uniqueItems: true }),
  })
  .meta({ id: 'AccessToken' })

export const tokenDocs = {
  create: {
    summary: 'Create a token for the person of a JWT or email, else an anonymous one',
    body: creation,
    response: token,
    errors: [
      'access_denied',
      'invalid_client_id',
      'invalid_access_token_duration',
      'email_not_applicable',
      'email_mismatch',
      'invalid_email',
      'partner_user_id_invalid_length',
      ['jwt_error', 400],
      'jwt_authentication_error',
    ],
  },
  show: {
    summary: 'Get the lifetime and scopes of the token',
    description: 'A token in the query takes precedence over the header.',
    response: token.extend({ identity_id: z.string() }).meta({ id: 'AccessTokenDetails' }),
  },
  remove: {
    summary: 'Revoke the token at once and remove its cookie',
    response: z.object({ status: z.string() }),
  },
} satisfies Record<string, CallDocs>
