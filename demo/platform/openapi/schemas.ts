import { z } from 'zod'
import type { JsonSchema } from './openapi.js'

const HOME = '#/components/schemas/'

/** The JSON Schemas of a document; those that have an id are kept once, and referred to. */
export function createSchemas() {
  const named: Record<string, JsonSchema> = {}
  return {
    named,
    /** As a request has it (`input`), or an answer (`output`). */
    of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
      const { $schema: _, $defs = {}, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override })
      const moved = moveReferences({ $defs, json }) as { $defs: Record<string, JsonSchema>; json: JsonSchema }
      Object.assign(named, moved.$defs)
      return moved.json
    },
  }
}

export type Schemas = ReturnType<typeof createSchemas>

/**
 * What a schema says without meaning it: patterns that a format names already, the bounds of JavaScript's integers, and
 * that an answer will never have another field.
 */
function override({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format) delete jsonSchema.pattern
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.additionalProperties) delete jsonSchema.propertyNames
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
}

function moveReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moveReferences)
  if (typeof value !== 'object' || value === null) return value
  const moved = Object.entries(value).map(([key, each]) => [
    key,
    key === '$ref' ? String(each).replace('#/$defs/', HOME) : moveReferences(each),
  ])
  return Object.fromEntries(moved)
}
