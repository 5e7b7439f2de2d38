/// <reference types="vite/client" />
import { Component } from 'preact'
import { Retry } from '../kit/retry.js'
import type { ViewProps } from '../view.js'
import styles from './profile.css?inline'
import { readProfile } from './profile-content.js'
import { type Profile, ProfileForm } from './profile-form.js'
import { StoredData } from './stored-data.js'
import { words } from './en.js'

export { styles, words }

interface ProfileState {
  profile?: Profile
  failed?: boolean
}

/** What the program knows about a verified consumer, for them to change, and what this browser does, for them to erase. */
export default class ProfileView extends Component<ViewProps, ProfileState> {
  override state: ProfileState = {}

  override componentDidMount() {
    this.#load()
  }

  override render(props: ViewProps, { profile, failed }: ProfileState) {
    const { content, messages } = props
    const asked = readProfile(content)
    if (!profile)
      return failed ? (
        <div part="card">
          <Retry text={messages.failed} label={messages.retry} retry={this.#load} />
        </div>
      ) : (
        <div part="card skeleton" aria-busy="true" />
      )
    return (
      <section part="card profile">
        {asked.headline && <h2 part="headline">{asked.headline}</h2>}
        <ProfileForm
          {...props}
          asked={asked}
          profile={profile}
          onSaved={changes => this.setState({ profile: { ...profile, ...changes } })}
        />
        <StoredData {...props} />
      </section>
    )
  }

  #load = async () => {
    this.setState({ failed: false })
    try {
      this.setState({ profile: await this.props.rewards.profile.get() })
    } catch {
      this.setState({ failed: true })
    }
  }
}
