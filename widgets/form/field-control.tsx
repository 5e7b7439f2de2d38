import { createElement } from 'preact'
import { Description, describedBy, LabeledField } from '../kit/labeled-field.js'
import type { Messages } from '../messages/messages.js'
import type { FormField } from './form-content.js'
import { isBox, MAX_LENGTH } from './submit-form.js'

interface FieldControlProps {
  field: FormField
  value: string
  /** What is wrong with the value. */
  fault: string | undefined
  /** The language of the content. */
  locale: string
  messages: Messages
}

/** Loaded for a form with a field that it draws. */
let choice: typeof import('./choice.js') | undefined

/** Loads what fields with options, and boxes, need. Resolves with its style sheet. */
export async function loadChoice(): Promise<string> {
  choice = await import('./choice.js')
  return choice.styles
}

/** The attribute `name`. The name of the field could hide a member of the form, such as `submit`. */
export const controlName = ({ index }: FormField): string => `field-${index}`

/** The type of the input, unless it is a text. */
const INPUT_TYPES: Partial<Record<FormField['type'], string>> = {
  email: 'email',
  phone: 'tel',
  date: 'date',
}

/** One field of a form. */
export function FieldControl(props: FieldControlProps) {
  const { field, fault, locale, messages } = props
  const description = { id: controlName(field), hint: field.hint && <span lang={locale}>{field.hint}</span>, fault }
  const label = (
    <>
      <span lang={locale}>{field.label}</span>
      {!field.required && <i> ({messages.form_optional})</i>}
    </>
  )
  const Choice = isBox(field) ? choice?.Box : /radio|rating/.test(field.type) && choice?.Radio
  if (Choice)
    return (
      <Choice {...props} name={controlName(field)} label={label} described={describedBy(description)}>
        <Description {...description} />
      </Choice>
    )
  return (
    <LabeledField {...description} label={label} isWide={field.multiline}>
      <Control {...props} description={description} />
    </LabeledField>
  )
}

interface DescribedProps extends FieldControlProps {
  description: Parameters<typeof describedBy>[0]
}

function Control({ field, value, description, locale, messages }: DescribedProps) {
  const { type, required, autocomplete, multiline } = field
  const attributes = { name: controlName(field), value, required, autocomplete, ...describedBy(description) }
  if (choice && type === 'select')
    return <choice.Select field={field} attributes={attributes} choose={messages.form_choose} locale={locale} />
  if (type === 'text' && multiline) return <textarea {...attributes} rows={4} maxLength={MAX_LENGTH} />
  return createElement('input', {
    ...attributes,
    type: INPUT_TYPES[type],
    maxLength: MAX_LENGTH,
    // Addresses and numbers are written from left to right on every page.
    dir: type === 'email' || type === 'phone' ? 'ltr' : undefined,
  })
}
