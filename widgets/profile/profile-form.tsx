import { Component } from 'preact'
import type { Rewards } from '../../src/api.js'
import { Button } from '../kit/button.js'
import { describedBy, LabeledField } from '../kit/labeled-field.js'
import { LiveRegion } from '../kit/live-region.js'
import { catchErrors } from '../kit/view-errors.js'
import type { ViewProps } from '../view.js'
import { type FieldError, fieldError } from './field-error.js'
import { AUTOCOMPLETE, type Field, type ProfileContent } from './profile-content.js'

export type Profile = Awaited<ReturnType<Rewards['profile']['get']>>
type Changes = Parameters<Rewards['profile']['update']>[0]

interface ProfileFormProps extends ViewProps {
  /** The fields and consents to show. */
  form: ProfileContent
  /** The values that the platform has. */
  profile: Profile
  /** Called when the platform has stored the changes. */
  onSaved(changes: Changes): void
}

interface ProfileFormState {
  isBusy?: boolean
  error?: FieldError | undefined
  /** The key of the message about the last attempt to save. */
  message?: 'profile_saved' | 'profile_failed' | undefined
}

const INPUT_MODES: Partial<Record<Field, 'email' | 'url'>> = { email: 'email', profile_picture_url: 'url' }

/** A form for the consumer's profile. After a failure, it keeps what the person has entered. */
export class ProfileForm extends Component<ProfileFormProps, ProfileFormState> {
  override state: ProfileFormState = {}

  override render({ form, profile, locale, messages }: ProfileFormProps, { isBusy, message }: ProfileFormState) {
    const label = form.headline ? undefined : messages.profile_label
    return (
      <form aria-label={label} noValidate onSubmit={catchErrors(this.#save)}>
        <div part="fields">{form.fields.map(field => this.#renderField(field))}</div>
        {form.consents.map(({ name, text }) => (
          <label key={name} part="consent">
            <input type="checkbox" name={name} defaultChecked={profile[name] === 'granted'} />
            <span lang={locale}>{text}</span>
          </label>
        ))}
        <div part="ways">
          {/* Not `disabled` while busy: a disabled button loses the focus. */}
          <Button type="submit" aria-disabled={isBusy}>
            {messages.profile_save}
          </Button>
          <LiveRegion hidden={!message}>{message && messages[message]}</LiveRegion>
        </div>
      </form>
    )
  }

  #renderField(field: Field) {
    const { messages, profile } = this.props
    const { error } = this.state
    const inputMode = INPUT_MODES[field]
    const description = { id: field, fault: error?.field === field && messages[error.message] }
    return (
      <LabeledField key={field} label={messages[`profile_${field}`]} {...description}>
        <input
          name={field}
          inputMode={inputMode}
          // Email addresses and URLs are written from left to right on every page.
          dir={inputMode && 'ltr'}
          autocomplete={AUTOCOMPLETE[field]}
          defaultValue={profile[field] ?? ''}
          {...describedBy(description)}
        />
      </LabeledField>
    )
  }

  #save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (this.state.isBusy) return
    const form = event.currentTarget as HTMLFormElement
    const { rewards, reportAction, onSaved } = this.props
    const changes = this.#changesIn(new FormData(form))
    // The message is emptied first: a screen reader announces a live region only when its text changes.
    this.setState({ isBusy: true, error: undefined, message: undefined })
    try {
      if (Object.keys(changes).length) await rewards.profile.update(changes)
      if (changes.cookie_consent) rewards.setConsent(changes.cookie_consent)
      onSaved(changes)
      this.setState({ isBusy: false, message: 'profile_saved' })
      reportAction({ action: 'save', outcome: 'done' })
    } catch (cause) {
      const error = fieldError(cause)
      this.setState({ isBusy: false, error, message: error ? undefined : 'profile_failed' }, () => {
        if (error) form.querySelector<HTMLElement>(`[name=${error.field}]`)?.focus()
      })
      reportAction({ action: 'save', outcome: 'failed' })
    }
  }

  #changesIn(data: FormData): Changes {
    const { form, profile } = this.props
    const changes: Changes = {}
    for (const field of form.fields) {
      const value = String(data.get(field)).trim()
      if (value !== (profile[field] ?? '')) changes[field] = value
    }
    for (const { name } of form.consents)
      if (data.has(name) !== (profile[name] === 'granted')) changes[name] = data.has(name) ? 'granted' : 'denied'
    return changes
  }
}
