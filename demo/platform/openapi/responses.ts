import type { oas31, ZodOpenApiContentObject, ZodOpenApiResponseObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { statusOf } from '../http/rest-error.js'
import type { DocumentedCall } from './api.js'
import { type DocumentedError, errorsOf } from './errors.js'
import { remedies } from './remedies.js'

/** The responses of a call: a 200, a 302 for calls that redirect, and one for each status of its errors. */
export function responsesOf(call: DocumentedCall): ZodOpenApiResponsesObject {
  const errors = errorsOf(call)
  return {
    200: successOf(call, errors),
    ...(call.docs.redirects && { 302: redirect }),
    ...(!call.errorHeader && errorResponses(errors)),
  }
}

const redirect: ZodOpenApiResponseObject = {
  description: 'The content is at another URL.',
  headers: {
    Location: {
      description: 'The URL of the content. Send no token to it.',
      schema: { type: 'string', format: 'uri' },
    },
  },
}

function successOf(
  { docs, headers, errorHeader }: DocumentedCall,
  errors: DocumentedError[],
): ZodOpenApiResponseObject {
  const shared = Object.fromEntries(headers.map(name => [name, { $ref: `#/components/headers/${name}` }]))
  const content: ZodOpenApiContentObject = {}
  for (const type of docs.mediaTypes ?? []) content[type] = { schema: {} }
  if (docs.response) content['application/json'] = { schema: docs.response }
  return {
    description: errorHeader ? 'Success, unless the error header is set.' : 'Success.',
    ...(headers.length && { headers: { ...shared, ...(errorHeader && { [errorHeader]: errorHeaderOf(errors) }) } }),
    ...(Object.keys(content).length && { content }),
  }
}

/** A web-friendly call always responds with 200. The error code is in a header instead of the body. */
const errorHeaderOf = (errors: DocumentedError[]): oas31.HeaderObject => ({
  description: 'The error code, optionally followed by a colon and a message. Absent on success.',
  schema: { type: 'string' },
  examples: Object.fromEntries(
    errors.map(({ code }) => {
      const [cause, remedy] = remedies[code]
      return [code, { summary: remedy, value: `${code}: ${cause}` }]
    }),
  ),
})

function errorResponses(errors: DocumentedError[]): ZodOpenApiResponsesObject {
  const statuses = [...new Set(errors.map(({ status }) => status))]
  return Object.fromEntries(
    statuses.map(status => {
      const codes = errors.filter(each => each.status === status).map(({ code }) => code)
      return [status, errorResponseFor(codes, status)]
    }),
  )
}

function errorResponseFor(codes: DocumentedError['code'][], status: number): ZodOpenApiResponseObject {
  const schema = {
    $ref: '#/components/schemas/RestExceptionResponse',
    properties: { code: { enum: codes }, http_status_code: { const: status } },
  }
  const examples = Object.fromEntries(
    codes.map(code => [code, { $ref: `#/components/examples/${nameOf({ code, status })}` }]),
  )
  return {
    description: codes.join(', '),
    ...(status === 429 && { headers: { 'Retry-After': retryAfter } }),
    content: { 'application/json': { schema, examples } },
  }
}

const retryAfter: oas31.HeaderObject = { description: 'The number of seconds to wait.', schema: { type: 'integer' } }

/** One example for each error of an API, with what to do about it. */
export function errorExamples(calls: DocumentedCall[]): Record<string, oas31.ExampleObject> {
  const errors = calls.flatMap(errorsOf)
  return Object.fromEntries(errors.map(each => [nameOf(each), exampleOf(each)]))
}

/** A code that has two statuses has an example for each. */
const nameOf = ({ code, status }: DocumentedError) => (status === statusOf(code) ? code : `${code}-${status}`)

function exampleOf({ code, status: http_status_code }: DocumentedError): oas31.ExampleObject {
  const [message, summary] = remedies[code]
  const unique_id = '1e60d6e4-0a3c-4c57-9b0e-3f1d5a6c2b77'
  return { summary, value: { code, http_status_code, message, parameters: {}, unique_id } }
}
