import { type Context, Hono } from 'hono'
import type { Domain } from '../domain.js'
import { errorResponse, RestError, toRestError } from '../http/rest-error.js'
import { presentedToken } from '../identity/caller.js'
import { findToken, secondsLeft, type Token } from '../identity/token.js'

interface ServerEnv {
  Bindings: Domain
}

type ServerContext = Context<ServerEnv>

/** The server API on its own origin, for the brand's backend (specification 4.1, 4.2 and 4.4). */
export function serverApi(): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>({ getPath: ({ url }) => new URL(url).pathname.replace(/^\/api(?=\/v\d+\/)/, '') })
  app.get('/v4/tokens', async c => {
    return Response.json(describe(c.env, await callerOf(c)))
  })
  app.get('/v4/tokens/:token', async c => {
    await callerOf(c)
    return Response.json(describe(c.env, await findToken(c.env, c.req.param('token'))))
  })
  app.onError(error => errorResponse(toRestError(error)))
  app.notFound(() => errorResponse(new RestError('not_found', 'Nothing answers at this address')))
  return app
}

async function callerOf(c: ServerContext): Promise<Token> {
  const presented = presentedToken(c.env, c.req.raw)
  if (!presented) throw new RestError('missing_access_token', 'The request carries no token')
  const token = await findToken(c.env, presented.access_token)
  if (token.type === 'CONSUMER') throw new RestError('access_denied', 'The server API takes no consumer tokens')
  return token
}

/** The metadata of a token (specification 2.1). */
const describe = (domain: Domain, token: Token) => ({
  access_token: token.access_token,
  client_id: token.client_id,
  expires_in: secondsLeft(domain, token),
  identity_id: token.identity_id,
  person_id: token.identity_id,
  scopes: token.scopes,
  type: token.type,
})
