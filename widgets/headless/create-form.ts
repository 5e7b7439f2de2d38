import type { Rewards, Zone } from '../../src/api.js'
import { randomId } from '../../src/base/random-id.js'
import { type FormContent, readForm } from '../form/form-content.js'
import { type FieldFault, type FormValues, faultIn, refusedField, submitForm } from '../form/submit-form.js'
import { readObject } from '../readers.js'
import { type Behavior, createStore } from './behavior.js'
import { checkArguments } from './check-arguments.js'
import { reportAction } from './report-action.js'

export interface FormState extends FormContent {
  step: 'open' | 'sending' | 'done'
  /** What is wrong with the values of the last attempt, by the name of the field. */
  faults: Readonly<Record<string, FieldFault | undefined>>
  /** Why the platform has refused the event. Undefined if it has not. */
  error: unknown
}

/** The `form` widget without its markup. */
export interface FormBehavior extends Behavior<FormState> {
  /**
   * Checks the values, by the name of the field, and tracks the event. `values` may be the `FormData` of your form. Resolves with whether the form was sent.
   */
  submit(values: object): Promise<boolean>
}

/** The `form` widget without its markup, for a zone whose content is that of the widget. */
export function createForm(rewards: Rewards, zone: Zone | undefined): FormBehavior {
  checkArguments('createForm', rewards, zone)
  const form = readForm(readObject(zone?.data))
  /** The id of the event, until the event was sent. */
  let id = randomId()
  const { get, set, subscribe } = createStore<FormState>(
    { ...form, step: 'open', faults: {}, error: undefined },
    () => {},
  )

  function refuse(error: unknown) {
    const field = refusedField(form, error)
    set({ step: 'open', error, faults: field ? { [field.name]: 'wrong_email' } : {} })
    reportAction(zone, { action: 'submit', outcome: 'failed' })
  }

  return {
    get,
    subscribe,
    async submit(given) {
      if (!zone || get().step === 'sending') return false
      const values = valuesOf(form, given)
      const found = form.fields.flatMap(field => {
        const fault = faultIn(field, values.get(field.name))
        return fault ? [[field.name, fault] as const] : []
      })
      set({ faults: Object.fromEntries(found), error: undefined })
      if (found.length) return false
      set({ step: 'sending' })
      try {
        const { receipt } = await submitForm(rewards, zone, form, values, id)
        set({ step: 'done' })
        id = randomId()
        reportAction(zone, { action: 'submit', outcome: 'done' })
        // The platform may refuse an event that had to wait.
        receipt.catch(refuse)
        return true
      } catch (error) {
        refuse(error)
        return false
      }
    },
  }
}

/** A box that is not ticked is missing in a `FormData`, and false in an object. */
function valuesOf({ fields }: FormContent, given: object): FormValues {
  const values = given instanceof FormData ? Object.fromEntries(given) : readObject(given)
  return new Map(
    fields.map(({ name }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined
      return [name, value == null || value === false ? '' : String(value)]
    }),
  )
}
