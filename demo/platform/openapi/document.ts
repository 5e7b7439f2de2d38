import { createDocument, type oas31 } from 'zod-openapi'
import type { Api, DocumentedCall } from './api.js'
import { errorSchema } from './errors.js'
import { operationOf } from './operation.js'
import { errorExamples } from './responses.js'
import { schemaOptions } from './schema-options.js'

/** The version of the API. The paths have versions of their own (specification 1 and 9). */
const VERSION = '1.0'

/** Creates the OpenAPI document of an API from the call table and schemas that the platform runs on. */
export function openApiDocument(api: Api): oas31.OpenAPIObject {
  return createDocument(
    {
      openapi: '3.1.1',
      info: { title: api.title, version: VERSION, description: api.description },
      servers: [{ url: api.origin, description: 'This platform' }],
      tags: api.tags.map(name => ({ name })),
      paths: pathsOf(api.calls),
      components: {
        schemas: { RestExceptionResponse: errorSchema },
        parameters: api.parameters,
        headers: api.headers,
        examples: errorExamples(api.calls),
        securitySchemes: securitySchemes(api.cookie),
      },
    },
    schemaOptions,
  )
}

function pathsOf(calls: DocumentedCall[]) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {}
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call) }
  }
  return paths
}

/** The three carriers of a token, by their names in the specification (5.2). */
const securitySchemes = (cookie: string): Record<string, oas31.SecuritySchemeObject> => ({
  HEADER: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Bearer` and the token. Preferred.',
  },
  QUERY: {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description: 'For tracking pixels and share links. The URL can end up in logs and in the browser history.',
  },
  COOKIE: { type: 'apiKey', in: 'cookie', name: cookie, description: 'For browsers. The platform sets the cookie.' },
})
