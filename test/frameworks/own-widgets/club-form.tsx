/** @jsxImportSource react */
import type { FormEvent } from 'react'
import { useForm, useZone } from '../../../frameworks/react/index.js'
import type { FormZone } from '../../../src/index.js'
import type { FormField } from '../../../widgets/headless/index.js'

const FAULTS = {
  missing: 'Please fill this in.',
  wrong_email: 'Enter a valid email address.',
  wrong_phone: 'Enter a valid phone number.',
  wrong_date: 'Enter a valid date.',
}

const TYPES: Record<string, string> = { email: 'email', phone: 'tel', date: 'date', consent: 'checkbox' }

export function ClubForm() {
  const zone = useZone<FormZone>('garden_club')
  const form = useForm(zone.value)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    form.submit(new FormData(event.currentTarget))
  }

  if (!zone.value) return <p>Loading …</p>
  if (form.step === 'done') return <p role="status">{form.done.text || 'Thank you!'}</p>
  return (
    <form onSubmit={submit} noValidate>
      <h2>{form.headline}</h2>
      {form.fields.map(field => {
        const fault = form.faults[field.name]
        return (
          <p key={field.name}>
            <label htmlFor={field.name}>{field.label}</label> <Control {...field} />
            {fault && <small>{FAULTS[fault]}</small>}
          </p>
        )
      })}
      {form.error !== undefined && <p role="alert">We could not send this. Try again.</p>}
      <button aria-disabled={form.step === 'sending'}>{form.submit_text || 'Send'}</button>
    </form>
  )
}

function Control({ name, type, options, autocomplete }: FormField) {
  if (!options.length) return <input id={name} name={name} type={TYPES[type] ?? type} autoComplete={autocomplete} />
  return (
    <select id={name} name={name}>
      <option value="">Choose</option>
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  )
}
