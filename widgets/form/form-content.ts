import { MAX_ITEMS, readLink, readObject, readText } from '../readers.js'
import { asksForSecret } from './asks-for-secret.js'
import { isFieldName } from './is-field-name.js'

/** A list of all countries fits. */
const MAX_OPTIONS = 300

export interface FormOption {
  value: string
  text: string
}

export interface FormField {
  type: 'text' | 'email' | 'phone' | 'date' | 'select' | 'checkbox' | 'radio' | 'rating' | 'consent'
  /** The key of the value in the data of the event. */
  name: string
  /** The place in the list of the content. */
  index: number
  label: string
  hint: string
  required: boolean
  /** The attribute `autocomplete`: what browsers fill in. */
  autocomplete: string | undefined
  /** Of a `text`: whether it may have several lines. */
  multiline: boolean
  /** What can be chosen in a `select`, a `radio` or a `rating`. Empty for the others. */
  options: FormOption[]
  /** Of a `rating`: what the lowest and the highest value mean. */
  min_text: string
  max_text: string
  /** Of a `consent`: the page about what the person agrees to. */
  url: string | undefined
  url_text: string
}

export interface FormContent {
  headline: string
  text: string
  /** The name of the event. '' if the content has none. */
  event: string
  fields: FormField[]
  submit_text: string
  /** What is shown after the form was sent. */
  done: { headline: string; text: string; zone: string; url: string | undefined; url_text: string }
}

/** Reads the content of the `form` widget. A field that cannot be shown or sent is left out. */
export function readForm(content: unknown): FormContent {
  const form = readObject(content)
  const done = readObject(form.done)
  return {
    headline: readText(form.headline),
    text: readText(form.text),
    event: readText(form.event),
    fields: readFields(form.fields),
    submit_text: readText(form.submit_text),
    done: {
      headline: readText(done.headline),
      text: readText(done.text),
      zone: readText(done.zone),
      url: readLink(done.url),
      url_text: readText(done.url_text),
    },
  }
}

/** The first fields that can be shown and sent, each name once. */
function readFields(value: unknown): FormField[] {
  const names = new Set<string>()
  return (Array.isArray(value) ? value : [])
    .map((field, index) => readField(readObject(field), index))
    .filter(isComplete)
    .filter(({ name }) => !names.has(name) && names.add(name))
    .slice(0, MAX_ITEMS)
}

function readField(field: Record<string, unknown>, index: number): FormField {
  const name = readText(field.name)
  // An unknown type is left out later.
  const type = readText(field.type) as FormField['type']
  return {
    type,
    name,
    index,
    label: readText(field.label),
    hint: readText(field.hint),
    required: field.required === true,
    autocomplete:
      readPurpose(field.autocomplete) || (type === 'email' ? type : type === 'phone' ? 'tel' : PURPOSES[name]),
    multiline: field.multiline === true,
    options: type === 'rating' ? readScale(field) : isChoice(type) ? readOptions(field.options) : [],
    min_text: readText(field.min_text),
    max_text: readText(field.max_text),
    url: readLink(field.url),
    url_text: readText(field.url_text),
  }
}

const isComplete = ({ type, name, label, options }: FormField) =>
  TYPE.test(type) && label && isFieldName(name) && (options.length || !isChoice(type))

const TYPE = /^(text|email|phone|date|select|checkbox|radio|rating|consent)$/

const isChoice = (type: string) => type === 'select' || type === 'radio'

/** The purpose of a field. '' for a secret. */
function readPurpose(value: unknown): string {
  const purpose = readText(value)
  return /^[a-z][a-z\d -]+$/.test(purpose) && !asksForSecret(purpose) ? purpose : ''
}

/** The purposes that names usually have. */
const PURPOSES: Record<string, string> = {
  name: 'name',
  first_name: 'given-name',
  last_name: 'family-name',
  birthday: 'bday',
  company: 'organization',
  city: 'address-level2',
  postal_code: 'postal-code',
}

/** An option is a text, or an object. One without a value, or with that of another, is left out. */
function readOptions(value: unknown): FormOption[] {
  const options = new Map<string, FormOption>()
  for (const given of Array.isArray(value) ? value.slice(0, MAX_OPTIONS) : []) {
    const option = readObject(given)
    const value = readText(given) || readText(option.value)
    if (value && !options.has(value)) options.set(value, { value, text: readText(option.text) || value })
  }
  return [...options.values()]
}

/** The numbers of a rating: from 0 or 1 to 10 at most. Default: 1 to 5. */
function readScale({ min, max }: Record<string, unknown>): FormOption[] {
  const first = min === 0 ? 0 : 1
  const last = Math.min(Math.max(Number(max) || 5, 2), 10)
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const value = String(first + index)
    return { value, text: value }
  })
}
