/** @jsxImportSource hono/jsx */
import { type ContentSchema, kindOf, placeholderIn } from './content-schema.js'
import { UNCHANGED } from './read-content.js'

/** What is wrong with the value of a field, by its name. */
export type FieldErrors = Record<string, string>

export interface FieldProps {
  schema: ContentSchema
  /** The path of the value: `content.goals.0.title`. */
  name: string
  label: string
  value: unknown
  errors: FieldErrors
  /** The list to which the user has just added a row: `content.items`. Everything filled in is open then. */
  grown?: string | undefined
}

interface ChoiceProps extends FieldProps {
  choices: string[]
}

/** A field with a list of values. */
export function Choice({ schema, name, label, value, errors, choices }: ChoiceProps) {
  const unknown = value !== undefined && !choices.some(each => each === value)
  return (
    <div class="field">
      <label for={idOf(name)}>{label}</label>
      <select id={idOf(name)} name={name} {...describedBy(schema, name, errors)}>
        <option value="" selected={value === undefined}>
          Not set
        </option>
        {unknown && (
          <option value={String(value)} selected>
            {String(value)}
          </option>
        )}
        {choices.map(each => (
          <option value={each} selected={each === value}>
            {each}
          </option>
        ))}
      </select>
      <Notes schema={schema} name={name} errors={errors} />
    </div>
  )
}

/** A value that the platform fills in. */
export function Created({ schema, name, label, value, errors }: FieldProps) {
  const placeholder = placeholderIn(schema)
  return (
    <div class="field">
      <label for={idOf(name)}>{label}</label>
      <select id={idOf(name)} name={name} {...describedBy(schema, name, errors)}>
        <option value="" selected={value === undefined}>
          Not set
        </option>
        <option value={placeholder} selected={value === placeholder}>
          {`Filled in by the platform: ${placeholder}`}
        </option>
        {value !== undefined && value !== placeholder && (
          <option value={UNCHANGED} selected>
            As in the JSON
          </option>
        )}
      </select>
      <Notes schema={schema} name={name} errors={errors} />
    </div>
  )
}

/** A field for a text, a number or JSON. */
export function Input({ schema, name, label, value, errors }: FieldProps) {
  const kind = kindOf(schema)
  const text = value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
  const common = { id: idOf(name), name, autocomplete: 'off', ...describedBy(schema, name, errors) }
  return (
    <div class="field">
      <label for={idOf(name)}>
        {label} {kind === 'json' && <span class="hint">(JSON)</span>}
      </label>
      {schema.multiline || text.includes('\n') || kind === 'json' ? (
        <textarea {...common} rows={kind === 'json' ? 2 : 3}>{`\n${text}`}</textarea>
      ) : (
        <input {...common} value={text} inputmode={kind === 'number' && !schema.anyOf ? 'decimal' : undefined} />
      )}
      <Notes schema={schema} name={name} errors={errors} />
    </div>
  )
}

const Notes = ({ schema, name, errors }: Pick<FieldProps, 'schema' | 'name' | 'errors'>) => (
  <>
    {schema.description && (
      <p class="hint" id={`${idOf(name)}-hint`}>
        {schema.description}
      </p>
    )}
    <ErrorOf name={name} errors={errors} />
  </>
)

export const ErrorOf = ({ name, errors }: Pick<FieldProps, 'name' | 'errors'>) => (
  <>
    {errors[name] && (
      <p class="error" id={`${idOf(name)}-error`}>
        {errors[name]}
      </p>
    )}
  </>
)

const idOf = (name: string) => name.replaceAll('.', '-')

function describedBy({ description }: ContentSchema, name: string, errors: FieldErrors) {
  const ids = [description && `${idOf(name)}-hint`, errors[name] && `${idOf(name)}-error`].filter(Boolean)
  return {
    'aria-describedby': ids.join(' ') || undefined,
    'aria-invalid': errors[name] ? ('true' as const) : undefined,
    autofocus: Object.keys(errors)[0] === name,
  }
}
