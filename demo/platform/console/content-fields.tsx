/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { Choice, Created, ErrorOf, type FieldProps, Input } from './content-controls.js'
import { canBeTrue, isObject, kindOf, messageSchema, widgetSchema, widgetsIn } from './content-schema.js'

/** The empty rows at the end of a list. */
const SPARE_ROWS = 1

/** The fields for a value, of the kind that its schema asks for. */
export function ContentField(props: FieldProps) {
  const { schema, name, value, label, errors } = props
  switch (kindOf(schema)) {
    case 'variant':
      return <Variant {...props} />
    case 'group':
      return (
        <Group {...props}>
          <Properties {...props} />
        </Group>
      )
    case 'list':
      return <List {...props} />
    case 'message':
      return <Message {...props} />
    case 'flag':
      return (
        <label class="choice">
          <input type="checkbox" name={name} value="true" checked={value === true} /> {label}
        </label>
      )
    case 'choice':
      return <Choice {...props} choices={schema.enum!} />
    case 'created':
      return <Created {...props} />
    default:
      return <Input {...props} name={name} errors={errors} />
  }
}

/** The fields of an object. Its widget has a field of its own. */
export const Properties = ({ schema, name, value, errors, grown }: Omit<FieldProps, 'label'>) => (
  <>
    {Object.entries(schema.properties ?? {})
      .filter(([, property]) => property.const === undefined)
      .map(([key, property]) => (
        <ContentField
          schema={property}
          name={`${name}.${key}`}
          label={property.title ?? labelOf(key)}
          value={isObject(value) ? value[key] : undefined}
          errors={errors}
          grown={grown}
        />
      ))}
  </>
)

/** `reward_text` as a label: Reward text. */
export const labelOf = (key: string) => {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Fields that belong together. Inner groups can be closed, and are so at first if they are empty or deep inside. */
function Group({ schema, name, label, value, errors, grown, children }: FieldProps & { children?: Child }) {
  const depth = name.split('.').length
  if (depth === 1)
    return (
      <fieldset class="group">
        <legend>{label}</legend>
        <ErrorOf name={name} errors={errors} />
        {children}
      </fieldset>
    )
  const hasError = Object.keys(errors).some(each => each === name || each.startsWith(`${name}.`))
  return (
    <details
      class="group"
      data-name={name}
      open={
        hasError || (depth === 2 && value !== undefined) || isOnlyChosen(value) || isOpenAfterAdding(name, value, grown)
      }
    >
      <summary>{label}</summary>
      {schema.description && <p class="hint">{schema.description}</p>}
      <ErrorOf name={name} errors={errors} />
      {children}
    </details>
  )
}

/** Whether a widget has been chosen, and nothing of it is filled in. */
const isOnlyChosen = (value: unknown) => isObject(value) && Object.keys(value).join() === 'widget'

/** The list that has grown, its rows, and everything else that is filled in, stay open. */
const isOpenAfterAdding = (name: string, value: unknown, grown: string | undefined) =>
  grown !== undefined &&
  (value !== undefined || `${grown}.`.startsWith(`${name}.`) || name.slice(0, name.lastIndexOf('.')) === grown)

function Variant({ schema, name, value, label, errors, grown }: FieldProps) {
  const widget = isObject(value) ? value.widget : undefined
  const chosen = widgetSchema(schema, widget)
  return (
    <Group schema={schema} name={name} label={label} value={value} errors={errors} grown={grown}>
      <Choice
        schema={{}}
        name={`${name}.widget`}
        label="Widget"
        value={widget}
        errors={errors}
        choices={widgetsIn(schema)}
      />
      {chosen && <Properties schema={chosen} name={name} value={value} errors={errors} grown={grown} />}
    </Group>
  )
}

function List(props: FieldProps) {
  const { schema, name, value, errors, label, grown } = props
  const rows: unknown[] = Array.isArray(value) ? value : []
  const isSimple = ['text', 'choice'].includes(kindOf(schema.items!))
  return (
    <Group {...props}>
      {[...rows, ...Array(SPARE_ROWS).fill(undefined)].map((row, index) => (
        <div class={isSimple ? 'row' : undefined}>
          <ContentField
            schema={schema.items!}
            name={`${name}.${index}`}
            label={rowLabel(label, index, row)}
            value={row}
            errors={errors}
            grown={grown}
          />
        </div>
      ))}
      <p class="actions">
        <button class="small" name="action" value={`add-${name}`} aria-label={`Add: ${label}`}>
          Add
        </button>
      </p>
    </Group>
  )
}

/** `Items 2: Your rewards` */
function rowLabel(label: string, index: number, row: unknown): string {
  const name = isObject(row) && ROW_NAMES.map(key => row[key]).find(value => typeof value === 'string' && value)
  return `${label} ${index + 1}${name ? `: ${name}` : ''}`
}

/** The keys by which a row is known, the best one first. */
const ROW_NAMES = ['title', 'label', 'text', 'name', 'widget']

/** A text, or an object with a subject. */
function Message(props: FieldProps) {
  const { schema, name, value, errors } = props
  const parts = typeof value === 'string' ? { message: value } : value
  return (
    <Group {...props}>
      {canBeTrue(schema) && (
        <label class="choice">
          <input type="checkbox" name={`${name}.own`} value="true" checked={value === true} /> With the widget’s own
          text
        </label>
      )}
      <Properties schema={messageSchema(schema)} name={name} value={parts} errors={errors} grown={props.grown} />
    </Group>
  )
}
