import { z } from 'zod'
import type { CreateDocumentOptions } from 'zod-openapi'

/**
 * Removes details from the JSON Schemas that would mislead readers: the pattern of a known format, the range of JavaScript's integers, and
 * `additionalProperties: false` of a response, which may get more fields. Says how large an integer can be (specification 2.1 and 2.2).
 */
export const schemaOptions: CreateDocumentOptions = {
  override({ jsonSchema, zodSchema }) {
    if (jsonSchema.anyOf) joinInteger(jsonSchema, jsonSchema.anyOf)
    if (jsonSchema.format) delete jsonSchema.pattern
    if (jsonSchema.type === 'integer') jsonSchema.format ??= 'int64'
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.additionalProperties) delete jsonSchema.propertyNames
    if (jsonSchema.additionalProperties === false && isLoose(zodSchema)) delete jsonSchema.additionalProperties
  },
}

const isLoose = (schema: z.core.$ZodType) =>
  schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodNever)

type Schema = z.core.JSONSchema.BaseSchema

/** Writes "an integer or null" as one type with a format. */
function joinInteger(schema: Schema, [integer, nothing, ...others]: Schema[]): void {
  if (integer?.type !== 'integer' || nothing?.type !== 'null' || others.length) return
  delete schema.anyOf
  Object.assign(schema, { ...integer, ...schema, type: ['integer', 'null'] })
}
