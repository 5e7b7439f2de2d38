import type { Rewards, Zone } from '../../src/api.js'
import { isEmail } from '../kit/is-email.js'
import { readDate } from '../kit/read-date.js'
import { readObject } from '../readers.js'
import type { FormContent, FormField } from './form-content.js'

/** What a person has entered, by the name of the field. The value of a box that is not ticked is ''. */
export type FormValues = Map<string, string>

/** What is wrong with a value. With `form_` before it, the key of its message. */
export type FieldFault = 'missing' | 'wrong_email' | 'wrong_phone' | 'wrong_date'

/** The longest text that can be entered in a field. */
export const MAX_LENGTH = 2_000

/** How long a form waits for the receipt. Usually the platform answers sooner. */
const PATIENCE_MS = 3_000

export const isBox = ({ type }: FormField): boolean => type === 'checkbox' || type === 'consent'

/** Finds what is wrong with a value. Browsers accept any telephone number. */
export function faultIn({ type, required, options }: FormField, value = ''): FieldFault | undefined {
  const text = value.trim()
  if (!text) return required ? 'missing' : undefined
  if (type === 'email' && !isEmail(text)) return 'wrong_email'
  // Also with the digits of other scripts.
  if (type === 'phone' && !/^\+?[\p{Nd}\s()./-]{5,30}$/u.test(text)) return 'wrong_phone'
  if (type === 'date' && !readDate(text)) return 'wrong_date'
  return options.length && !options.some(option => option.value === text) ? 'missing' : undefined
}

/**
 * Tracks the event of a form. The same `id` is the same event, however often it is sent. Resolves once the platform has recorded the event, without a
 * network at once, and otherwise after three seconds: the event is stored, and is sent later. `receipt` then rejects if the platform refuses the event
 * after all. Rejects with a refusal that comes sooner.
 */
export async function submitForm(
  rewards: Rewards,
  zone: Zone,
  form: FormContent,
  values: FormValues,
  id: string,
): Promise<{ receipt: Promise<unknown> }> {
  const data = { ...dataOf(form, values), campaign_id: zone.campaign_id }
  const receipt = rewards.track(form.event || `${zone.name}_submit`, data, { id })
  const patience = new Promise(resolve => setTimeout(resolve, navigator.onLine === false ? 0 : PATIENCE_MS))
  await Promise.race([receipt, patience])
  return { receipt }
}

/** The field that a refusal is about. */
export const refusedField = ({ fields }: FormContent, error: unknown): FormField | undefined =>
  readObject(error).code === 'invalid_email' ? fields.find(({ name }) => name === 'email') : undefined

/** A field without a value is left out; a box is true or false, and a rating is a number. */
const dataOf = ({ fields }: FormContent, values: FormValues) =>
  Object.fromEntries(
    fields.flatMap((field): [string, unknown][] => {
      const value = values.get(field.name)?.trim() ?? ''
      if (isBox(field)) return [[field.name, Boolean(value)]]
      return value ? [[field.name, field.type === 'rating' ? Number(value) : value]] : []
    }),
  )
