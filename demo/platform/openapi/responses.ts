import { statusOf } from '../http/rest-error.js'
import type { DocumentedCall } from './api.js'
import type { Content, Example, Header, JsonSchema, Operation, Reference, Response } from './openapi.js'
import { type DocumentedRefusal, refusalsOf } from './refusals.js'
import { remedies } from './remedies.js'
import type { Schemas } from './schemas.js'

/** What a call answers: a 200, perhaps a 302, and a response for each status of its refusals. */
export function responsesOf(call: DocumentedCall, schemas: Schemas): Operation['responses'] {
  const refusals = refusalsOf(call)
  const success = { 200: successOf(call, refusals, schemas), ...(call.docs.redirects && { 302: elsewhere }) }
  return call.failsIn ? success : { ...success, ...refused(refusals) }
}

const elsewhere: Response = {
  description: 'The content lies elsewhere.',
  headers: {
    Location: { description: 'Where it lies. Send no token there.', schema: { type: 'string', format: 'uri' } },
  },
}

function successOf(
  { docs, headers, failsIn }: DocumentedCall,
  refusals: DocumentedRefusal[],
  schemas: Schemas,
): Response {
  const shared = headers.map((name): [string, Reference] => [name, { $ref: `#/components/headers/${name}` }])
  const own: [string, Header][] = failsIn ? [[failsIn, quietFailure(refusals)]] : []
  const content: Content = {}
  if (docs.answers) content['application/json'] = { schema: schemas.of(docs.answers, 'output') }
  for (const type of docs.raw ?? []) content[type] ??= { schema: {} }
  return {
    description: failsIn ? 'Done, unless a header tells a failure.' : 'Done.',
    ...(headers.length && { headers: Object.fromEntries<Header | Reference>([...shared, ...own]) }),
    ...(Object.keys(content).length && { content }),
  }
}

/** A web-friendly call fails with 200; what would be the body's code stands in a header. */
const quietFailure = (refusals: DocumentedRefusal[]): Header => ({
  description: 'What has failed: a code, perhaps a colon and a text. Absent where nothing has.',
  schema: { type: 'string' },
  examples: Object.fromEntries(
    refusals.map(({ code }): [string, Example] => {
      const [cause, remedy] = remedies[code]
      return [code, { summary: remedy, value: `${code}: ${cause}` }]
    }),
  ),
})

function refused(refusals: DocumentedRefusal[]): Operation['responses'] {
  const statuses = [...new Set(refusals.map(({ status }) => status))]
  return Object.fromEntries(
    statuses.map(status => [
      status,
      refusal(
        refusals.filter(each => each.status === status),
        status,
      ),
    ]),
  )
}

function refusal(refusals: DocumentedRefusal[], status: number): Response {
  const schema: JsonSchema = {
    $ref: '#/components/schemas/RestExceptionResponse',
    properties: { code: { enum: refusals.map(({ code }) => code) }, http_status_code: { const: status } },
  }
  const examples = Object.fromEntries(
    refusals.map(({ code }) => [code, { $ref: `#/components/examples/${nameOf({ code, status })}` }]),
  )
  return {
    description: refusals.map(({ code }) => code).join(', '),
    ...(status === 429 && { headers: { 'Retry-After': retryAfter } }),
    content: { 'application/json': { schema, examples } },
  }
}

const retryAfter: Header = { description: 'Seconds to wait.', schema: { type: 'integer' } }

/** Every refusal of an interface, once, as its error looks: with what to do about it. */
export function errorExamples(calls: DocumentedCall[]): Record<string, Example> {
  const refusals = calls.flatMap(refusalsOf)
  return Object.fromEntries(refusals.map(each => [nameOf(each), exampleOf(each)]))
}

/** Few codes have two statuses. */
const nameOf = ({ code, status }: DocumentedRefusal) => (status === statusOf(code) ? code : `${code}-${status}`)

function exampleOf({ code, status: http_status_code }: DocumentedRefusal): Example {
  const [message, summary] = remedies[code]
  const unique_id = '1e60d6e4-0a3c-4c57-9b0e-3f1d5a6c2b77'
  return { summary, value: { code, http_status_code, message, parameters: {}, unique_id } }
}
