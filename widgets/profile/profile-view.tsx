/// <reference types="vite/client" />
import { Component } from 'preact'
import { Retry } from '../kit/retry.js'
import type { ViewProps } from '../view.js'
import { en } from './en.js'
import styles from './profile.css?inline'
import { readProfile } from './profile-content.js'
import { type Profile, ProfileForm } from './profile-form.js'
import { StoredData } from './stored-data.js'

export { en, styles }

interface ProfileViewState {
  profile?: Profile
  /** What the person may ask for, if the content says so. */
  requests?: typeof import('./requests/requests-panel.js')
  hasLoadFailed?: boolean
}

/** The consumer's profile, which they can change, and the data that this browser stores, which they can erase. */
export default class ProfileView extends Component<ViewProps, ProfileViewState> {
  override state: ProfileViewState = {}

  override componentDidMount() {
    const { rewards, zone, content } = this.props
    if (readProfile(content).isEmpty)
      rewards.report(
        'unsupported_content',
        `Zone ${zone.name}: the profile widget needs fields or consents; got none. It shows the default fields`,
      )
    this.#load()
  }

  override render(props: ViewProps, { profile, requests, hasLoadFailed }: ProfileViewState) {
    const { host, content, messages } = props
    const form = readProfile(content)
    if (!profile)
      return hasLoadFailed ? (
        <div part="card">
          <Retry host={host} text={messages.failed} label={messages.retry} retry={this.#load} />
        </div>
      ) : (
        <div part="card skeleton" aria-busy="true" />
      )
    return (
      <section part="card profile">
        {form.headline && (
          <h2 part="headline" lang={props.locale}>
            {form.headline}
          </h2>
        )}
        <ProfileForm
          {...props}
          form={form}
          profile={profile}
          onSaved={changes => this.setState({ profile: { ...profile, ...changes } })}
        />
        {requests && <requests.Panel {...props} messages={{ ...requests.en, ...messages }} form={form} />}
        <StoredData {...props} />
      </section>
    )
  }

  #load = async () => {
    const { rewards, content } = this.props
    const { download, deletion } = readProfile(content)
    this.setState({ hasLoadFailed: false })
    try {
      const [profile, requests] = await Promise.all([
        rewards.profile.get(),
        download || deletion ? import('./requests/requests-panel.js') : undefined,
      ])
      this.setState({ profile, ...(requests && { requests }) })
    } catch {
      this.setState({ hasLoadFailed: true })
    }
  }
}
