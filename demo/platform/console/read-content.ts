import { firstData } from '../campaign/needed-data.js'
import type { FormFields } from './console-context.js'
import {
  type ContentSchema,
  canBeTrue,
  isObject,
  kindOf,
  messageSchema,
  placeholderIn,
  widgetSchema,
} from './content-schema.js'

/** The value of a created value that only the JSON can change. */
export const UNCHANGED = 'unchanged'

/**
 * Reads a value from the fields of a form. `name` is its path: `content.goals.0.title`. Keys of `before` that the form does not
 * show stay. A value of the wrong type stays as it was entered, so that the schema refuses it. Undefined: there is no value.
 */
export function readContent(schema: ContentSchema, name: string, fields: FormFields, before: unknown): unknown {
  const entered = (fields[name] ?? '').trim()
  switch (kindOf(schema)) {
    case 'variant':
      return readVariant(schema, name, fields, before)
    case 'group':
      return readGroup(schema, name, fields, before)
    case 'list':
      return readList(schema.items!, name, fields, before)
    case 'message':
      return readMessage(schema, name, fields, before)
    case 'flag':
      return entered ? true : undefined
    case 'created':
      return entered === UNCHANGED ? before : entered === placeholderIn(schema) ? entered : undefined
    case 'number':
      return entered === '' ? undefined : Number.isNaN(Number(entered)) ? entered : Number(entered)
    case 'json':
      return entered === '' ? undefined : parse(entered)
    default:
      return entered || undefined
  }
}

function readVariant(schema: ContentSchema, name: string, fields: FormFields, before: unknown): unknown {
  const widget = fields[`${name}.widget`]?.trim()
  if (!widget) return undefined
  const chosen = widgetSchema(schema, widget)
  const kept = isObject(before) && before.widget === widget ? before : { widget }
  if (!chosen) return { widget }
  const [key, placeholder] = firstData(widget) ?? []
  // The form has not shown the fields of the widget yet.
  const isNew = key !== undefined && fields[`${name}.${key}`] === undefined && Object(kept)[key] === undefined
  return { ...Object(readGroup(chosen, name, fields, kept) ?? kept), ...(isNew && { [key]: placeholder }) }
}

function readGroup({ properties = {} }: ContentSchema, name: string, fields: FormFields, before: unknown): unknown {
  const group: Record<string, unknown> = isObject(before) ? { ...before } : {}
  for (const [key, schema] of Object.entries(properties)) {
    if (schema.const !== undefined) continue
    const value = readContent(schema, `${name}.${key}`, fields, group[key])
    if (value === undefined) delete group[key]
    else group[key] = value
  }
  return Object.keys(group).length ? group : undefined
}

function readList(items: ContentSchema, name: string, fields: FormFields, before: unknown): unknown {
  const list = []
  for (let row = 0; hasRow(fields, `${name}.${row}`); row += 1) {
    const value = readContent(items, `${name}.${row}`, fields, Array.isArray(before) ? before[row] : undefined)
    if (value !== undefined) list.push(value)
  }
  // An empty list is not the same as no list: it was in the JSON, and stays.
  return list.length || (Array.isArray(before) && before.length === 0) ? list : undefined
}

const hasRow = (fields: FormFields, row: string) =>
  Object.keys(fields).some(name => name === row || name.startsWith(`${row}.`))

function readMessage(schema: ContentSchema, name: string, fields: FormFields, before: unknown): unknown {
  const value = readGroup(messageSchema(schema), name, fields, isObject(before) ? before : undefined)
  if (!isObject(value)) return canBeTrue(schema) && fields[`${name}.own`] ? true : before === false ? before : undefined
  return Object.keys(value).join() === 'message' && !isObject(before) ? value.message : value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
