/// <reference types="vite/client" />
import type { ComponentChildren } from 'preact'
import type { Messages } from '../messages/messages.js'
import styles from './choice.css?inline'
import type { FormField } from './form-content.js'

export { styles }

interface SelectProps {
  field: FormField
  /** Those of every control. */
  attributes: object
  /** The text while nothing is chosen. */
  choose: string
  /** The language of the content. */
  locale: string
}

export const Select = ({ field, attributes, choose, locale }: SelectProps) => (
  <select {...attributes}>
    <option value="">{choose}</option>
    {field.options.map(({ value, text }) => (
      <option key={value} value={value} lang={locale}>
        {text}
      </option>
    ))}
  </select>
)

interface ChoiceProps {
  field: FormField
  name: string
  value: string
  label: ComponentChildren
  /** Connects it with its description. */
  described: object
  locale: string
  messages: Messages
  /** The description. */
  children: ComponentChildren
}

/** Buttons of which one is chosen. The arrow keys move between them. */
export const Radio = ({ field, name, value, label, described, locale, children }: ChoiceProps) => (
  // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: only a radiogroup can be required or invalid.
  <fieldset part={field.type} role="radiogroup" aria-required={field.required} {...described}>
    <legend>{label}</legend>
    <div part="options">
      {field.options.map(option => (
        <label key={option.value} part="option">
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            required={field.required}
          />
          <span lang={locale}>{option.text}</span>
        </label>
      ))}
    </div>
    {field.type === 'rating' && (field.min_text || field.max_text) && (
      <div part="scale" lang={locale}>
        <span>{field.min_text}</span>
        <span>{field.max_text}</span>
      </div>
    )}
    {children}
  </fieldset>
)

/** A box to tick. It is never ticked before. */
export const Box = ({ field, name, value, described, locale, messages, children }: ChoiceProps) => (
  <div part="box">
    <label part="consent">
      <input type="checkbox" name={name} checked={Boolean(value)} required={field.required} {...described} />
      <span lang={locale}>{field.label}</span>
    </label>
    {field.type === 'consent' && field.url && (
      <a part="link" href={field.url} target="_blank" rel="noreferrer" lang={field.url_text ? locale : messages.lang}>
        {field.url_text || messages.cta_open}
      </a>
    )}
    {children}
  </div>
)
