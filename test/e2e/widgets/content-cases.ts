// Content with one wrong value, for every field that the schema of the widgets or a fixture has.

import { z } from 'zod'
import { widgetContent } from '../../../demo/platform/campaign/widget-content.js'
import { fixtures } from '../../../testing/index.js'

/** A part of the JSON Schema of the widgets' content. */
interface Schema {
  const?: unknown
  enum?: unknown[]
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

export interface ContentCase {
  widget: string
  /** The field, such as `links.terms_url`. */
  field: string
  value: unknown
  content: object
}

const MANY = 1000
const LONG = 'W'.repeat(MANY)

const { anyOf, oneOf } = z.toJSONSchema(widgetContent, { unrepresentable: 'any' }) as Schema
const schemas = new Map((oneOf ?? anyOf ?? []).map(schema => [String(schema.properties?.widget?.const), schema]))

/** The widgets of the schema. */
export const widgets = [...schemas.keys()]

/** The keys that the schema of a widget has. An item of a stack has a title, too. */
export const knownKeys = (widget: string): string[] => [...Object.keys(schemas.get(widget)!.properties!), 'title']

/** The keys within the fields of a widget that are objects, or lists of objects. */
export const nestedKeys = (widget: string): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(schemas.get(widget)!.properties!).flatMap(([field, schema]) => {
      const object = [schema, schema.items, ...(schema.anyOf ?? [])].find(each => each?.properties)
      return object ? [[field, Object.keys(object.properties!)]] : []
    }),
  )

/** Good content of a widget: its fixture, with an example for each field that the fixture lacks. */
function goodContent(widget: string): Record<string, unknown> {
  const { rewards, referrals } = fixtures.consumer
  const fixture = Object.values(fixtures).find(each => isObject(each) && each.widget === widget)
  // A panel in no corner shows nothing until a link of the page opens it.
  const own = { referrals: { referrals }, rewards: { rewards }, panel: { corner: 'end' } }[widget]
  return fillIn({ ...(fixture as object), ...own }, schemas.get(widget)!) as Record<string, unknown>
}

/** The value, with an example for each field that it lacks: in a list, that the first item lacks. */
function fillIn(value: unknown, schema: Schema, field = ''): unknown {
  if (value === undefined) return exampleOf(schema, field)
  if (Array.isArray(value))
    return value.map((item, index) => (index || !schema.items ? item : fillIn(item, schema.items, field)))
  if (!isObject(value)) return value
  return { ...value, ...mapProperties(schema, (each, key) => fillIn(value[key], each, key)) }
}

function exampleOf(schema: Schema, field: string): unknown {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return exampleOf(choices.find(({ properties }) => properties) ?? choices.at(-1)!, field)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.at(-1)
  if (schema.type === 'array') return [exampleOf(schema.items ?? {}, field)]
  if (schema.type === 'object') return mapProperties(schema, exampleOf)
  if (schema.type === 'number') return 3
  if (schema.type === 'boolean') return true
  if (field.endsWith('_url')) return 'https://brand.example/picture.svg'
  return field.endsWith('_at') ? '2035-12-31' : `Some ${field}`
}

const mapProperties = ({ properties = {} }: Schema, map: (schema: Schema, key: string) => unknown) =>
  Object.fromEntries(Object.entries(properties).map(([key, schema]) => [key, map(schema, key)]))

/** Every field of the content, at every depth: of lists, those of the first item. */
function fieldsOf(value: unknown, path: string[] = []): string[][] {
  if (!isObject(value)) return []
  const keys = Array.isArray(value) ? ['0'].slice(0, value.length) : Object.keys(value).filter(key => key !== 'widget')
  return keys.flatMap(key => [[...path, key], ...fieldsOf((value as Record<string, unknown>)[key], [...path, key])])
}

const isObject = (value: unknown): value is Record<string, unknown> => Boolean(value) && typeof value === 'object'

const read = (value: unknown, path: string[]): unknown =>
  path.reduce((object, key) => (object as Record<string, unknown>)[key], value)

/** A copy of `content` with another value at `path`. */
function replace(content: object, path: string[], value: unknown): object {
  const copy = structuredClone(content)
  const parent = read(copy, path.slice(0, -1)) as Record<string, unknown>
  parent[path.at(-1)!] = value
  return copy
}

/** What an emptied form, a typing error or a script may leave in a field whose right value is `good`. */
function wrongValues(good: unknown): unknown[] {
  const item = Array.isArray(good) ? good[0] : good
  const isText = typeof good === 'string'
  return [
    null,
    '',
    isText ? 7 : 'toString',
    [item],
    Array.from({ length: MANY }, () => item),
    ...(isText ? [LONG] : []),
  ]
}

/** Fields that change what a widget draws: each of their values is a widget of its own. */
const VARIANTS: Record<string, string> = { cta: 'style', offer: 'reveal' }

/** Each case of a widget, for each of its variants the good content first. */
export function contentCases(widget: string): ContentCase[] {
  const key = VARIANTS[widget]
  const variants = key ? schemas.get(widget)!.properties![key]!.enum!.map(value => ({ [key]: value })) : [{}]
  return variants.flatMap(variant => casesOf(widget, { ...goodContent(widget), ...variant }))
}

function casesOf(widget: string, good: Record<string, unknown>): ContentCase[] {
  const cases = fieldsOf(good).flatMap(path =>
    wrongValues(read(good, path)).map(value => ({
      widget,
      field: path.join('.'),
      value,
      content: replace(good, path, value),
    })),
  )
  return [{ widget, field: '', value: undefined, content: good }, ...cases]
}
