import { Hono } from 'hono'
import { corsHeaders, preflight } from '../http/cors.js'
import { countRequest } from '../http/count-request.js'
import { servePageFile } from '../http/page-file.js'
import { errorResponse, type RestError, toRestError } from '../http/rest-error.js'
import { byPath, canonicalPath, methodNotAllowed, notFound } from '../http/routing.js'
import { serveDocs } from '../openapi/docs-page.js'
import { serveDocument } from '../openapi/serve-document.js'
import { serveBundle } from './bundle.js'
import { calls } from './calls.js'
import { checkAccess } from './check-access.js'
import type { ConsumerCall, ProgramContext, ProgramEnv } from './consumer-call.js'
import { consumerInterface } from './consumer-interface.js'
import { confirmAddress, showConfirmation } from './me/verification.js'
import { showPreview } from './preview.js'
import { addSessionHeaders } from './session-headers.js'
import { followLink, toShop } from './shareables/share-link.js'
import { failWebFriendly } from './web-friendly.js'

/** The program domain: the consumer API, share links, and the SDK's own files (specification 5.4). */
export function programDomain(): Hono<ProgramEnv> {
  const app = new Hono<ProgramEnv>({ getPath: canonicalPath })
  for (const [path, atPath] of byPath(calls)) {
    for (const call of atPath) app.on(call.method, path, c => handleCall(c, call))
    const methods = atPath.map(call => call.method)
    app.on('OPTIONS', path, c => preflight(c.env, c.req.raw, methods))
    app.all(path, c => withCors(c, methodNotAllowed(methods)))
  }
  // Some programs add a slash to a link.
  app.get('/s/:code/*', followLink)
  // A link that was cut off.
  for (const path of ['/s', '/s/']) app.get(path, toShop)
  app.use('/verify/:secret', async (c, next) => {
    await countRequest(c.env, c.req.raw)
    return next()
  })
  app.get('/verify/:secret', showConfirmation)
  app.post('/verify/:secret', confirmAddress)
  app.get('/preview/:preview_key/:zone_name', showPreview)
  app.get('/openapi.json', serveDocument(consumerInterface))
  app.get('/docs', serveDocs(consumerInterface))
  app.get('/pages/:file', servePageFile)
  app.get('/:file', serveBundle)
  app.get('/:release{rewards-\\d[^/]*}/:file', serveBundle)
  app.get('/:release{rewards-\\d[^/]*}/:build/:file', serveBundle)
  app.notFound(c => withCors(c, notFound()))
  app.onError((error, c) => withCors(c, errorResponse(toRestError(error))))
  return app
}

async function handleCall(c: ProgramContext, call: ConsumerCall): Promise<Response> {
  return withCors(c, await respond(c, call).catch(error => respondWithError(c, call, toRestError(error))))
}

async function respond(c: ProgramContext, call: ConsumerCall): Promise<Response> {
  // HEAD never writes, and an answer to such a call would create a consumer or record an event.
  if (c.req.raw.method === 'HEAD' && call.style === 'web') return new Response(null)
  await checkAccess(c, call)
  return addSessionHeaders(c, await call.handle(c))
}

async function respondWithError(c: ProgramContext, call: ConsumerCall, error: RestError): Promise<Response> {
  const create = async () =>
    addSessionHeaders(c, call.style === 'web' ? await failWebFriendly(c, error) : errorResponse(error))
  return create().catch(() => {
    // If the database cannot be used, nobody knows the consumer's consent. The response then does without the consumer.
    c.set('caller', undefined)
    return create()
  })
}

/** Adds the CORS headers. Without them a page of another origin cannot read a response or an error. */
function withCors(c: ProgramContext, response: Response): Response {
  for (const [name, value] of Object.entries(corsHeaders(c.env, c.req.raw))) response.headers.set(name, value)
  return response
}
