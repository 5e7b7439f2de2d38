/** @jsxImportSource hono/jsx */
import { z } from 'zod'
import { type BodyShape, parseBody } from '../http/body.js'
import { page } from '../http/page.js'
import { RestError } from '../http/rest-error.js'
import type { CallDocs } from '../openapi/call-docs.js'
import { hashOf, newSecret } from '../store/id.js'
import { issueBearerToken, metadata, tokenMetadata } from './bearer-token.js'
import { grantOfUser, grantOfUserId } from './dashboard-user.js'
import type { ServerContext } from './server-call.js'

/** The lifetime of a code. The page that receives it exchanges it at once. */
const CODE_MS = 60_000

const exchange = {
  schema: z
    .strictObject({
      code: z.string().describe('Valid once, for one minute.'),
      redirect_uri: z.string().describe('The URL that received the code.'),
    })
    .meta({ examples: [{ code: 'the-code', redirect_uri: 'https://shop.brand.com/signed-in' }] }),
  accepts: ['json', 'form'],
} satisfies BodyShape

/**
 * `POST /v4/tokens/openid-connect/authorization-code-flow`: exchanges `{code, redirect_uri}` for a bearer token
 * of the user who signed in (specification 4.2). A code is valid once, and only with the URL that received it. Throws 401
 * `invalid_credentials`.
 */
export async function exchangeCode(c: ServerContext): Promise<Response> {
  const { code, redirect_uri } = await parseBody(c.req.raw, exchange)
  const [used] = await c.env.db.query<{ user_id: string; redirect_uri: string; expires_at: Date }>(
    'delete from authorization_codes where code_hash = $1 returning *',
    [hashOf(code)],
  )
  if (!used || used.redirect_uri !== redirect_uri || used.expires_at.getTime() <= c.env.settings.now())
    throw new RestError('invalid_credentials', 'The code is invalid or has expired')
  return Response.json(metadata(c.env, await issueBearerToken(c.env, await grantOfUserId(c.env, used.user_id))))
}

/** `GET /openid-connect/authorize?redirect_uri&state`: the sign-in page of the local identity provider. */
export function askToSignIn(c: ServerContext): Response {
  const { origin, href } = redirectTarget(c)
  return page(
    'Sign in',
    <>
      <form method="post">
        <p>
          <label>
            Email <input name="email" type="email" autocomplete="username" />
          </label>
        </p>
        <p>
          <label>
            Password <input name="password" type="password" autocomplete="current-password" />
          </label>
        </p>
        <p>
          <button>Sign in</button>
        </p>
      </form>
      <p class="hint">After that you return to {href}</p>
    </>,
    { redirectOrigin: origin },
  )
}

const credentials = {
  schema: z.object({ email: z.string(), password: z.string() }),
  accepts: ['form'],
} satisfies BodyShape

/** Redirects the user back with a code. */
export async function signIn(c: ServerContext): Promise<Response> {
  const target = redirectTarget(c)
  const { identity_id } = await grantOfUser(c.env, c.req.raw, await parseBody(c.req.raw, credentials))
  const code = newSecret()
  await c.env.db.query('insert into authorization_codes values ($1, $2, $3, $4)', [
    hashOf(code),
    identity_id,
    c.req.query('redirect_uri'),
    new Date(c.env.settings.now() + CODE_MS),
  ])
  target.searchParams.set('code', code)
  const state = c.req.query('state')
  if (state) target.searchParams.set('state', state)
  return c.redirect(target.href, 302)
}

/** Returns the URL for the code. It must be on a page of the brand. */
function redirectTarget(c: ServerContext): URL {
  const uri = c.req.query('redirect_uri') ?? ''
  if (URL.canParse(uri) && c.env.settings.allowedOrigins.includes(new URL(uri).origin)) return new URL(uri)
  throw new RestError('invalid_parameter', 'redirect_uri must be on an allowed origin of the program', {
    parameters: { name: 'redirect_uri' },
  })
}

export const openIdConnectDocs = {
  exchangeCode: {
    summary: 'Exchange the code of a signed-in user for a bearer token',
    body: exchange,
    response: tokenMetadata,
    errors: ['invalid_credentials'],
  },
} satisfies Record<string, CallDocs>
