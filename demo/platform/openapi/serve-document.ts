import type { Context } from 'hono'
import type { Domain } from '../domain.js'
import type { Api } from './api.js'
import { openApiDocument } from './document.js'

/** `GET /openapi.json`: the OpenAPI document of the origin. Tools of any origin can read it. */
export const serveDocument = (api: (domain: Domain) => Api) => (c: Context<{ Bindings: Domain }>) =>
  Response.json(openApiDocument(api(c.env)), {
    headers: { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' },
  })
