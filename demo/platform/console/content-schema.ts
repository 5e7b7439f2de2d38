import { z } from 'zod'

/** The JSON Schema of a value that a form edits. */
export interface ContentSchema {
  type?: string
  title?: string
  description?: string
  multiline?: boolean
  maxLength?: number
  const?: unknown
  enum?: string[]
  properties?: Record<string, ContentSchema>
  required?: string[]
  items?: ContentSchema
  oneOf?: ContentSchema[]
  anyOf?: ContentSchema[]
}

export const contentSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', reused: 'inline' }) as ContentSchema

/**
 * How the form shows a value. `variant`: the fields of the widget that is chosen. `message`: a text, with a subject if it has one.
 * `created`: a placeholder, or a value that only the JSON can change. `json`: a field with JSON.
 */
export type FieldKind =
  | 'text'
  | 'number'
  | 'flag'
  | 'choice'
  | 'list'
  | 'group'
  | 'variant'
  | 'message'
  | 'created'
  | 'json'

export function kindOf({ type, enum: choices, oneOf, anyOf, items, properties }: ContentSchema): FieldKind {
  if (oneOf) return 'variant'
  if (anyOf?.some(({ properties }) => properties)) return 'message'
  if (anyOf) return anyOf.some(({ type }) => type === 'number') ? 'number' : 'created'
  if (choices) return 'choice'
  if (type === 'boolean') return 'flag'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'array' && items) return 'list'
  if (properties) return 'group'
  return type === 'string' ? 'text' : 'json'
}

/** The names of the widgets in a variant. */
export const widgetsIn = ({ oneOf = [] }: ContentSchema): string[] =>
  oneOf.map(({ properties }) => String(properties?.widget?.const))

/** The schema of a widget in a variant. */
export const widgetSchema = ({ oneOf = [] }: ContentSchema, widget: unknown): ContentSchema | undefined =>
  oneOf.find(({ properties }) => properties?.widget?.const === widget)

/** The object of a text with a subject. */
export const messageSchema = ({ anyOf = [] }: ContentSchema): ContentSchema =>
  anyOf.find(({ properties }) => properties)!

/** Whether a message can also be `true`: the widget's own text. */
export const canBeTrue = ({ anyOf = [] }: ContentSchema): boolean =>
  anyOf.some(each => each.const === true || each.type === 'boolean')

/** The placeholder of a created value. */
export const placeholderIn = ({ anyOf = [] }: ContentSchema): string => String(anyOf.find(each => each.const)?.const)

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
