import type { CreateDocumentOptions } from 'zod-openapi'

/**
 * Removes details from the JSON Schemas that would mislead readers: the pattern of a known format, the range of JavaScript's integers, and
 * `additionalProperties: false`, because responses may get more fields.
 */
export const schemaOptions: CreateDocumentOptions = {
  override({ jsonSchema }) {
    if (jsonSchema.format) delete jsonSchema.pattern
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.additionalProperties) delete jsonSchema.propertyNames
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  },
}
