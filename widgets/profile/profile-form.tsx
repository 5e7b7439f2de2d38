import { Component } from 'preact'
import type { Rewards } from '../../src/api.js'
import { Button } from '../kit/button.js'
import { guarded } from '../kit/view-errors.js'
import { LiveRegion } from '../kit/live-region.js'
import type { Messages } from '../messages/messages.js'
import type { ViewProps } from '../view.js'
import { type FieldFault, fieldFault } from './field-error.js'
import { AUTOCOMPLETE, type Field, type ProfileContent } from './profile-content.js'

export type Profile = Awaited<ReturnType<Rewards['profile']['get']>>
type Changes = Parameters<Rewards['profile']['update']>[0]

interface ProfileFormProps extends ViewProps {
  asked: ProfileContent
  /** As the platform has it. */
  profile: Profile
  /** The platform has taken these. */
  onSaved(changes: Changes): void
}

interface ProfileFormState {
  busy?: boolean
  fault?: FieldFault | undefined
  /** What became of it: the name of its words. */
  told?: keyof Messages | undefined
}

/** The profile to change. What a person types stays as it is, whatever becomes of it. */
export class ProfileForm extends Component<ProfileFormProps, ProfileFormState> {
  override state: ProfileFormState = {}

  override render({ asked, messages }: ProfileFormProps, { busy, told }: ProfileFormState) {
    return (
      <form aria-label={asked.headline ? undefined : messages.profile_label} noValidate onSubmit={guarded(this.#save)}>
        <div part="fields">{asked.fields.map(field => this.#field(field))}</div>
        {asked.consents.map(({ name, text }) => (
          <label key={name} part="consent">
            <input type="checkbox" name={name} defaultChecked={this.props.profile[name] === 'granted'} />
            <span>{text}</span>
          </label>
        ))}
        <div part="ways">
          <Button type="submit" aria-disabled={busy}>
            {messages.profile_save}
          </Button>
          <LiveRegion hidden={!told}>{told && (messages[told] as string)}</LiveRegion>
        </div>
      </form>
    )
  }

  #field(field: Field) {
    const { messages, profile } = this.props
    const { fault } = this.state
    const wrong = fault?.field === field
    return (
      <div key={field} part="field">
        <label>
          {messages[`profile_${field}`]}
          <input
            name={field}
            inputMode={MODES[field]}
            // An address runs from left to right on any page.
            dir={MODES[field] && 'ltr'}
            autocomplete={AUTOCOMPLETE[field]}
            defaultValue={profile[field] ?? ''}
            aria-invalid={wrong ? 'true' : undefined}
            aria-describedby={`fault-${field}`}
          />
        </label>
        <small part="fault" id={`fault-${field}`}>
          {wrong && (messages[fault.words] as string)}
        </small>
      </div>
    )
  }

  /** The button stays enabled for the browser while it is busy: one that has the focus would lose it. */
  #save = async (event: SubmitEvent) => {
    event.preventDefault()
    if (this.state.busy) return
    const form = event.currentTarget as HTMLFormElement
    const { rewards, act, onSaved } = this.props
    const changes = this.#changesIn(new FormData(form))
    // What is told is emptied first: a live region that is given the words it holds already says nothing.
    this.setState({ busy: true, fault: undefined, told: undefined })
    try {
      if (Object.keys(changes).length) await rewards.profile.update(changes)
      // What the browser may keep follows at once.
      if (changes.cookie_consent) rewards.setConsent(changes.cookie_consent)
      onSaved(changes)
      this.setState({ busy: false, told: 'profile_saved' })
      act({ action: 'save', outcome: 'done' })
    } catch (error) {
      const fault = fieldFault(error)
      this.setState({ busy: false, fault, told: fault ? undefined : 'profile_failed' }, () => {
        if (fault) form.querySelector<HTMLElement>(`[name=${fault.field}]`)?.focus()
      })
      act({ action: 'save', outcome: 'failed' })
    }
  }

  #changesIn(given: FormData): Changes {
    const { asked, profile } = this.props
    const changes: Changes = {}
    for (const field of asked.fields) {
      const value = String(given.get(field)).trim()
      if (value !== (profile[field] ?? '')) changes[field] = value
    }
    for (const { name } of asked.consents)
      if (given.has(name) !== (profile[name] === 'granted')) changes[name] = given.has(name) ? 'granted' : 'denied'
    return changes
  }
}

const MODES: Partial<Record<Field, 'email' | 'url'>> = { email: 'email', profile_picture_url: 'url' }
