import { z } from 'zod'
import { type BodyShape, parseBody } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import { checkManagedClient } from '../identity/account-client.js'
import { levelOf } from '../identity/level.js'
import { authorize, findToken, invalidate, type Token } from '../identity/token.js'
import type { CallDocs, CallError } from '../openapi/call-docs.js'
import { type Grant, issueBearerToken, issueSuccessor, metadata, tokenMetadata } from './bearer-token.js'
import { grantOfUser } from './dashboard-user.js'
import { limitGrant, resource } from './resource-token.js'
import { type Scope, scopes } from './scope.js'
import { type ServerContext, tokenOf } from './server-call.js'

const creation = {
  schema: z
    .strictObject({
      client_id: z
        .string()
        .optional()
        .describe(
          'The client of the token: production, the sandbox of the account, or a client of another account that the account of the caller manages. Default: that of the caller. A token of the sandbox creates only tokens of the sandbox.',
        ),
      email: z.string().optional().describe('The email of a dashboard user. With `password`, instead of a token.'),
      password: z.string().optional(),
      scopes: z
        .array(z.enum(scopes))
        .meta({ uniqueItems: true, description: 'A subset of the caller’s scopes. Default: all of them.' })
        .optional(),
      duration_seconds: z
        .int()
        .optional()
        .describe('The lifetime, at most that which the caller’s token has left. Default: one day, or less.'),
      resource: resource
        .optional()
        .describe(
          'Limits the token to one resource: it opens only the calls with this id in the path. Its type is RESOURCE.',
        ),
    })
    .meta({ examples: [{ scopes: ['USER_SUPPORT'], duration_seconds: 3600 }] }),
  optional: true,
} satisfies BodyShape

/**
 * `POST /v4/tokens`: creates a bearer token with the caller's scopes or fewer, for the caller's client or, in production, for the
 * sandbox of the account; or a token for the user with this email and password (specification 4.2). With `resource`, the token is
 * a RESOURCE token (2.1). A RESOURCE token creates only tokens for its own resource. Throws `missing_credentials`,
 * `invalid_credentials`, `invalid_client_id`, `invalid_access_token_duration`, `scopes_denied`, and the errors of `limitGrant`.
 */
export async function createToken(c: ServerContext): Promise<Response> {
  const body = await parseBody(c.req.raw, creation)
  const { caller, maker } = await grantFor(c, body.email, body.password)
  const { client_id = caller.client_id } = body
  await checkManagedClient(c.env, client_id, caller.client_id)
  const limit = body.resource ?? ownResource(caller)
  const grant = limit ? await limitGrant({ ...c.env, clientId: client_id }, caller, limit) : caller
  const token = await issueBearerToken(c.env, {
    ...grant,
    scopes: subsetOf(grant.scopes, body.scopes),
    client_id,
    seconds: body.duration_seconds,
    maker,
  })
  return Response.json(metadata(c.env, token))
}

/** `GET /v4/tokens`: describes the token of the request. */
export const showOwnToken = (c: ServerContext) => Response.json(metadata(c.env, tokenOf(c)))

/** `GET /v4/tokens/{token}`: describes a token by its value (specification 4.1). */
export const showToken = async (c: ServerContext) => Response.json(metadata(c.env, await tokenInPath(c)))

/**
 * `PUT /v4/tokens/exchange/{token}`: replaces a token by a new one with the same scopes and a new expiry, if it has one. Revokes the old
 * one at once.
 */
export async function exchangeToken(c: ServerContext): Promise<Response> {
  const old = await tokenInPath(c)
  if (old.type === 'CONSUMER') throw new RestError('access_denied', 'Consumer tokens cannot be exchanged here')
  const issued = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const successor = await issueSuccessor(domain, old)
    await invalidate(domain, old)
    return successor
  })
  return Response.json(metadata(c.env, issued))
}

/** `DELETE /v4/tokens/{token}`: revokes the token at once. The response is empty. */
export async function invalidateToken(c: ServerContext): Promise<Response> {
  await invalidate(c.env, await tokenInPath(c))
  return new Response('')
}

/**
 * `PUT /v4/tokens/{token}`: marks the consumer of this token as verified, because the brand has authenticated them
 * (specification 3.1, explicit authorization). Throws `access_denied` if the token is not that of an identified consumer.
 */
export async function authorizeConsumer(c: ServerContext): Promise<Response> {
  const token = await tokenInPath(c)
  if (token.type !== 'CONSUMER' || levelOf(token.scopes) === 'anonymous')
    throw new RestError('access_denied', 'Only an identified consumer can be verified')
  return Response.json(metadata(c.env, await authorize(c.env, token)))
}

/** The grant of the caller: of a dashboard user, or of the token that makes the new one. */
async function grantFor(
  c: ServerContext,
  email?: string,
  password?: string,
): Promise<{ caller: Grant; maker?: Token }> {
  if (email !== undefined && password !== undefined)
    return { caller: await grantOfUser(c.env, c.req.raw, { email, password }) }
  const { token } = c.var
  if (email !== undefined || password !== undefined || !token)
    throw new RestError('missing_credentials', 'Send a token, or email and password, to create a token')
  return { caller: token, maker: token }
}

const ownResource = ({ resource_type, identity_id }: Grant) =>
  resource_type ? resource.parse({ type: resource_type, id: identity_id }) : undefined

/** Checks that the requested scopes are a subset of the granted ones. */
function subsetOf(granted: string[], requested: Scope[] = granted as Scope[]): string[] {
  const excess = requested.filter(scope => !granted.includes(scope))
  if (excess.length === 0) return [...new Set(requested)]
  throw new RestError('scopes_denied', 'A new token cannot have more scopes than the caller', {
    parameters: { scopes: excess },
  })
}

/**
 * Finds the token in the path. Throws `invalid_access_token` if it is unknown, revoked or expired, and `access_denied` if it belongs to another client.
 * The code `expired_access_token` is for the caller's own token only: a backend renews its token by it.
 */
async function tokenInPath(c: ServerContext): Promise<Token> {
  const token = await findToken(c.env, c.req.param('token')!).catch(error => {
    if (Object(error).code !== 'expired_access_token') throw error
    throw new RestError('invalid_access_token', 'The token in the path has expired')
  })
  if (token.client_id === c.env.clientId) return token
  throw new RestError('access_denied', 'The token belongs to another client')
}

const accessErrors: CallError[] = ['invalid_access_token', 'access_denied']

export const tokenDocs = {
  create: {
    summary: 'Create a bearer token with the scopes of the caller or fewer',
    description:
      'The token is short-lived. It ends at the latest when the token that created it expires or is revoked. A token that email and password ' +
      'create ends on its own. Managed tokens, which do not expire, are created in the console: “Security Center”, “Managed tokens”.',
    body: creation,
    response: tokenMetadata,
    errors: [
      'missing_credentials',
      'invalid_credentials',
      'invalid_client_id',
      'invalid_access_token_duration',
      'scopes_denied',
      'access_denied',
    ],
  },
  showOwn: { summary: 'Get the token of the request', response: tokenMetadata },
  show: {
    summary: 'Get a token by its value',
    description:
      'The published interface lists errors that this platform never answers with, because the call has no body: `binding_error`, `invalid_json`, ' +
      '`missing_request_body` and `unsupported_media_type`. The status 403 with `method_unauthorized` does not occur either: the platform answers 401.',
    response: tokenMetadata,
    errors: [
      ...accessErrors,
      ...['binding_error' as const, 'invalid_json' as const, 'missing_request_body' as const],
      ...['unsupported_media_type' as const, ['method_unauthorized', 403] as const],
    ],
  },
  exchange: {
    summary: 'Exchange a token for a new one with the same scopes, and revoke the old one',
    description:
      'The new token has the lifetime that the old one had at its creation, and the same name. It ends at the latest with the token that created the old one. A token that does not expire is replaced by one that does not expire. Tokens that the old one has created stay valid and belong to the new one.',
    response: tokenMetadata,
    errors: accessErrors,
  },
  authorize: {
    summary: 'Mark a consumer as verified after you have authenticated them',
    description:
      'The resource owner credential grant: your backend vouches for the consumer whose token is in the path, for example after they have entered ' +
      'their password in your shop. The token gets the scope `VERIFIED_CONSUMER`, and the next response to the consumer brings a new one.',
    response: tokenMetadata,
    errors: accessErrors,
  },
  invalidate: { summary: 'Revoke a token at once, with the tokens that it created', errors: accessErrors },
} satisfies Record<string, CallDocs>
