import type { CreateDocumentOptions } from 'zod-openapi'

/**
 * Leaves out of each JSON Schema what the document does not mean: a pattern where a format says the same, the bounds of
 * JavaScript's integers, and the rule that an answer never has another field.
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
