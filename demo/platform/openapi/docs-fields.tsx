/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
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

/** A table of parameters, headers or fields. */
export const FieldTable = ({ caption, fields }: { caption: string; fields: Field[] }) => (
  <table>
    <caption>{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Description</th>
      </tr>
    </thead>
    <tbody>
      {fields.map(({ name, schema = {}, type, required, description = schema.description }) => (
        <tr>
          <th scope="row">
            <Code text={name} />
            {required && (
              <>
                {' '}
                <span class="required">required</span>
              </>
            )}
          </th>
          <td>
            <span class="type">
              {type ?? <Type schema={schema} />}
              {limitsOf(schema).map(limit => `, ${limit}`)}
            </span>{' '}
            <Prose text={description} />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** Plain text with code between backticks. */
export const Prose = ({ text = '' }: { text?: string | undefined }) => (
  <>{text.split('`').map((part, index) => (index % 2 ? <code>{part}</code> : part))}</>
)

/** A name as code, with optional line breaks after its parts. */
export const Code = ({ text }: { text: string }) => (
  <code>
    {text.split(/(?<=[_./])/).map(part => (
      <>
        {part}
        <wbr />
      </>
    ))}
  </code>
)

/** Several parts on one line. */
export const Listed = ({ parts, separator = ', ' }: { parts: Child[]; separator?: string }) => (
  <>
    {parts.map((part, index) => (
      <>
        {index > 0 && separator}
        {part}
      </>
    ))}
  </>
)

/** Several names on one line, as code. */
export const Codes = ({ names, separator }: { names: string[]; separator?: string }) => (
  <Listed parts={names.map(name => <Code text={name} />)} {...(separator && { separator })} />
)

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
export function Type({ schema }: { schema: JsonSchema }) {
  const { $ref, enum: values, anyOf, items, type, format } = schema
  if ($ref) {
    const name = nameIn({ $ref })
    return <a href={`#${name}`}>{name}</a>
  }
  if (values) return <Codes names={values.map(String)} />
  if (anyOf) return <Listed parts={anyOf.map((each: JsonSchema) => <Type schema={each} />)} />
  if (type === 'array' && items)
    return (
      <>
        list of <Type schema={items} />
      </>
    )
  if (format && type === 'string') return <>{format}</>
  return <>{Array.isArray(type) ? type.join(' or ') : (type ?? 'anything')}</>
}

function limitsOf({
  default: defaultValue,
  minLength,
  maxLength,
  minimum,
  maximum,
  minItems,
  maxItems,
}: JsonSchema): string[] {
  return [
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    minItems !== undefined && `at least ${minItems}`,
    maxItems !== undefined && `at most ${maxItems}`,
    defaultValue !== undefined && `default ${JSON.stringify(defaultValue)}`,
  ].filter(limit => limit !== false)
}
