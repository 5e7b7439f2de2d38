import { z } from 'zod'
import { createSchema, type ZodOpenApiContentObject, type ZodOpenApiOperationObject } from 'zod-openapi'
import type { BodyShape } from '../http/body.js'
import type { DocumentedCall } from './api.js'
import { namesInPaths } from './names-in-paths.js'
import { responsesOf } from './responses.js'
import { schemaOptions } from './schema-options.js'

/** Describes a call as an operation of the document. */
export function operationOf(call: DocumentedCall): ZodOpenApiOperationObject {
  const { method, path, tag, docs, security, parameters } = call
  return {
    operationId: `${method.toLowerCase()}${path.replace(/\W+/g, '-')}`,
    tags: [tag],
    summary: docs.summary,
    ...(docs.description && { description: docs.description }),
    requestParams: { path: pathParameters(path), ...(docs.query && { query: docs.query }) },
    parameters: parameters.map(name => ({ $ref: `#/components/parameters/${name}` })),
    ...(docs.body && { requestBody: requestBody(docs.body) }),
    responses: responsesOf(call),
    security,
  }
}

function pathParameters(path: string): z.ZodObject {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
  return z.object(Object.fromEntries(names.map(name => [name, z.string().describe(namesInPaths[name] ?? '')])))
}

function requestBody({ schema, accepts = ['json'], optional = false, fromForm }: BodyShape) {
  const form = fromForm ? fieldsInForm : schema
  const content: ZodOpenApiContentObject = {}
  for (const each of accepts) {
    if (each === 'json') content['application/json'] = { schema }
    if (each === 'form') content['application/x-www-form-urlencoded'] = { schema: form }
    if (each === 'form' || each === 'multipart') content['multipart/form-data'] = { schema: form }
    if (each === 'text') content['text/plain'] = { schema: jsonInText(schema) }
  }
  return { required: !optional, content }
}

const fieldsInForm = z
  .record(z.string(), z.string())
  .describe('The fields of the JSON body as strings. Nested fields are at the top level.')

/** The library does not convert schemas in `contentSchema`, so this function does. */
const jsonInText = (schema: z.ZodType) =>
  z.string().meta({
    description: 'The JSON body as text.',
    contentMediaType: 'application/json',
    contentSchema: createSchema(schema, { io: 'input', opts: schemaOptions }).schema,
  })
