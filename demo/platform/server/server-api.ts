import { type Env, Hono } from 'hono'
import { countRequest } from '../http/count-request.js'
import { servePageFile } from '../http/page-file.js'
import { preventCaching } from '../http/prevent-caching.js'
import { errorResponse, RestError, toRestError } from '../http/rest-error.js'
import { byPath, canonicalPath, methodNotAllowed, notFound } from '../http/routing.js'
import { checkServerCookie, presentedToken } from '../identity/caller.js'
import { recordUse } from '../identity/managed-token.js'
import { asClient } from '../identity/program-domains.js'
import { findToken, type Token } from '../identity/token.js'
import { serveDocs } from '../openapi/docs-page.js'
import { serveDocument } from '../openapi/serve-document.js'
import { calls } from './calls.js'
import { askToSignIn, signIn } from './openid-connect.js'
import { checkResource } from './resource-token.js'
import type { ServerCall, ServerContext, ServerEnv } from './server-call.js'
import { serverInterface } from './server-interface.js'

/** The server API on its own origin, for the brand's backend (specification 4.1, 4.2 and 4.4), with its pages and the console. */
export function serverApi<E extends Env>(console: Hono<E>): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>({ getPath: canonicalPath })
  for (const [path, atPath] of byPath(calls)) {
    for (const call of atPath) app.on(call.method, path, c => handleCall(c, call))
    app.all(path, () => methodNotAllowed(atPath.map(call => call.method)))
  }
  app.route('/console', console)
  app.get('/mails', c => c.redirect('/console/mails'))
  app.get('/program', c => c.redirect('/console/campaigns'))
  app.all('/zones', c => c.redirect('/console/zones', 303))
  app.all('/zones/:zone_name', c => c.redirect(`/console/zones/${encodeURIComponent(c.req.param('zone_name'))}`, 303))
  app.get('/openapi.json', serveDocument(serverInterface))
  app.get('/docs', serveDocs(serverInterface))
  app.get('/pages/:file', servePageFile)
  app.use('/openid-connect/authorize', async (c, next) => {
    await countRequest(c.env, c.req.raw)
    return next()
  })
  app.get('/openid-connect/authorize', askToSignIn)
  app.post('/openid-connect/authorize', signIn)
  app.notFound(notFound)
  app.onError(error => errorResponse(toRestError(error)))
  return app
}

async function handleCall(c: ServerContext, call: ServerCall): Promise<Response> {
  await checkAccess(c, call)
  return preventCaching(await call.handle(c))
}

/** Checks a call before it is processed: rate limit, bearer token, scopes and resource. Sets the token in the context. */
async function checkAccess(c: ServerContext, { path, requiredScopes, unlimited }: ServerCall): Promise<void> {
  const token = await countedToken(c, unlimited)
  if (!token && requiredScopes === 'NONE') return
  if (!token) throw new RestError('missing_access_token', 'The request has no token')
  if (token.type === 'CONSUMER') throw new RestError('access_denied', 'The server API does not accept consumer tokens')
  c.set('token', token)
  c.env = asClient(c.env, token.client_id)
  checkScopes(token, requiredScopes)
  await checkResource(c.env, token, path, name => c.req.param(name))
}

/** Throws `scopes_denied` if the token has none of the required scopes. */
function checkScopes({ scopes }: Token, requiredScopes: ServerCall['requiredScopes']): void {
  if (!Array.isArray(requiredScopes) || requiredScopes.some(scope => scopes.includes(scope))) return
  throw new RestError('scopes_denied', `This call requires one of the scopes ${requiredScopes.join(', ')}`)
}

/** Finds the token of a request and counts the request. Unlimited calls with a valid token are not counted. */
async function countedToken(c: ServerContext, unlimited: boolean): Promise<Token | undefined> {
  let token: Token | undefined
  try {
    const presented = presentedToken(c.env, c.req.raw)
    if (presented) checkServerCookie(c.env, c.req.raw, presented)
    token = presented && (await findToken(c.env, presented.access_token))
    if (token) await recordUse(c.env, token)
    return token
  } finally {
    if (!token || !unlimited) await countRequest(c.env, c.req.raw, token)
  }
}
