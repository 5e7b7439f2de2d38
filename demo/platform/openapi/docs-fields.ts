import { html } from 'hono/html'
import { type JsonSchema, nameIn } from './read-document.js'

/** A row of a table: a name, its type and its description. */
export interface Field {
  name: string
  /** Default: the type that the schema has. */
  type?: string
  schema?: JsonSchema
  required?: boolean
  description?: string | undefined
}

/** Renders a table of parameters, headers or fields. */
export const fieldTable = (caption: string, fields: Field[]) => html`<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Name</th><th scope="col">Description</th></tr></thead>
<tbody>${fields.map(
  ({ name, schema = {}, type = typeOf(schema), required, description = schema.description }) => html`<tr>
<th scope="row">${code(name)}${required ? html` <span class="required">required</span>` : ''}</th>
<td><span class="type">${type}</span>${limits(schema)} ${prose(description ?? '')}</td>
</tr>`,
)}</tbody>
</table>`

/** Plain text with code between backticks. */
export const prose = (text: string) =>
  text.split('`').map((part, index) => (index % 2 ? html`<code>${part}</code>` : part))

/** A name as code, with optional line breaks after its parts. */
export const code = (text: string) => html`<code>${text.split(/(?<=[_./])/).map(part => html`${part}<wbr>`)}</code>`

/** Several parts on one line. */
export const listed = (parts: unknown[], separator = ', ') =>
  html`${parts.map((part, index) => html`${index ? separator : ''}${part}`)}`

/** The fields of an object. Fields of nested objects are listed by their path: `content.title`, `scopes[]`. */
export function fieldsOf({ properties = {}, required = [] }: JsonSchema, prefix = ''): Field[] {
  return Object.entries(properties).flatMap(([name, schema]: [string, JsonSchema]) => {
    const path = prefix + name
    const field = { name: path, schema, required: required.includes(name) }
    const { items } = schema
    return [field, ...fieldsOf(objectIn(schema), `${path}.`), ...(items ? fieldsOf(objectIn(items), `${path}[].`) : [])]
  })
}

/** The object in a schema for an object or null. */
function objectIn(schema: JsonSchema): JsonSchema {
  const alternatives: JsonSchema[] = schema.anyOf ?? []
  return alternatives.find(({ properties }) => properties) ?? schema
}

/** The type of a schema in words. A named schema is a link to its description. */
export function typeOf(schema: JsonSchema): ReturnType<typeof html> | string {
  const { $ref, enum: values, anyOf, items, type, format } = schema
  if ($ref) {
    const name = nameIn({ $ref })
    return html`<a href="#${name}">${name}</a>`
  }
  if (values) return listed(values.map(String).map(code))
  if (anyOf) return listed(anyOf.map(typeOf))
  if (type === 'array' && items) return html`list of ${typeOf(items)}`
  if (format && type === 'string') return format
  return Array.isArray(type) ? type.join(' or ') : (type ?? 'anything')
}

function limits({ default: defaultValue, minLength, maxLength, minimum, maximum, minItems, maxItems }: JsonSchema) {
  const parts = [
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    minItems !== undefined && `at least ${minItems}`,
    maxItems !== undefined && `at most ${maxItems}`,
    defaultValue !== undefined && `default ${JSON.stringify(defaultValue)}`,
  ].filter(Boolean)
  return parts.length ? html`<span class="type">, ${parts.join(', ')}</span>` : ''
}
