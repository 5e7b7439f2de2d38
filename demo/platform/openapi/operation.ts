import type { BodyShape } from '../http/body.js'
import type { DocumentedCall } from './api.js'
import { namesInPaths } from './names-in-paths.js'
import type { Content, JsonSchema, Operation, Parameter } from './openapi.js'
import { responsesOf } from './responses.js'
import type { Schemas } from './schemas.js'

/** A call as an operation of the document. */
export function operationOf(call: DocumentedCall, schemas: Schemas): Operation {
  const { method, path, tag, docs, security, parameters } = call
  const id = `${method.toLowerCase()}${path.replace(/\W+/g, '-')}`
  return {
    operationId: id,
    tags: [tag],
    summary: docs.summary,
    ...(docs.description && { description: docs.description }),
    parameters: [
      ...inPath(call),
      ...inQuery(call, schemas),
      ...parameters.map(name => ({ $ref: `#/components/parameters/${name}` })),
    ],
    ...(docs.body && { requestBody: requestBody(docs.body, schemas) }),
    responses: responsesOf(call, schemas),
    security,
  }
}

function inPath({ path }: DocumentedCall): Parameter[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return names.map(name => parameter(name, 'path', true, { type: 'string', description: namesInPaths[name] }))
}

function inQuery({ docs }: DocumentedCall, schemas: Schemas): Parameter[] {
  const { properties = {}, required = [] } = docs.query ? schemas.of(docs.query, 'input') : {}
  return Object.entries(properties).map(([name, schema]) => parameter(name, 'query', required.includes(name), schema))
}

function parameter(
  name: string,
  place: Parameter['in'],
  required: boolean,
  { description, ...schema }: JsonSchema,
): Parameter {
  return { name, in: place, required, ...(description && { description }), schema }
}

const mediaTypes = {
  json: ['application/json'],
  form: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  multipart: ['multipart/form-data'],
  text: ['text/plain'],
}

function requestBody(body: BodyShape, schemas: Schemas): Operation['requestBody'] {
  const schema = schemas.of(body.schema, 'input')
  const forms: Record<keyof typeof mediaTypes, JsonSchema> = {
    json: schema,
    multipart: schema,
    text: {
      type: 'string',
      description: 'The same as JSON.',
      contentMediaType: 'application/json',
      contentSchema: schema,
    },
    form: body.fromForm ? inForm : schema,
  }
  const content: Content = {}
  for (const each of body.accepts ?? (['json'] as const))
    for (const type of mediaTypes[each]) content[type] = { schema: forms[each] }
  return { required: !body.optional, content }
}

const inForm: JsonSchema = {
  type: 'object',
  description: 'The same fields, as texts; those that JSON has nested stand beside the others.',
  additionalProperties: { type: 'string' },
}
