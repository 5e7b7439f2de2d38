import type { Api } from './api.js'
import type { OpenApiDocument, SecurityScheme } from './openapi.js'
import { operationOf } from './operation.js'
import { errorSchema } from './refusals.js'
import { errorExamples } from './responses.js'
import { createSchemas } from './schemas.js'

/** The interface's version, of which its paths' versions are no part (specification 1 and 9). */
const VERSION = '1.0'

/** An origin's interface as an OpenAPI document, made of the tables and schemas that its calls are answered by. */
export function openApiDocument(api: Api): OpenApiDocument {
  const schemas = createSchemas()
  schemas.of(errorSchema, 'output')
  const paths: OpenApiDocument['paths'] = {}
  for (const call of api.calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operationOf(call, schemas) }
  }
  return {
    openapi: '3.1.1',
    info: { title: api.title, version: VERSION, description: api.description },
    servers: [{ url: api.origin, description: 'This platform' }],
    tags: api.tags.map(name => ({ name })),
    paths,
    components: {
      schemas: schemas.named,
      parameters: api.parameters,
      headers: api.headers,
      examples: errorExamples(api.calls),
      securitySchemes: securitySchemes(api.cookie),
    },
  }
}

/** The three ways a token comes, by the names the specification has for them (5.2). */
const securitySchemes = (cookie: string): Record<string, SecurityScheme> => ({
  HEADER: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`Bearer` and the token: the way to prefer.',
  },
  QUERY: {
    type: 'apiKey',
    in: 'query',
    name: 'access_token',
    description: 'Ends up in logs and histories: for pixels in mails and landings of share links.',
  },
  COOKIE: { type: 'apiKey', in: 'cookie', name: cookie, description: 'For browsers: the platform sets it by itself.' },
})
