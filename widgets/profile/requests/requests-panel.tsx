import { Component } from 'preact'
import { Button } from '../../kit/button.js'
import { focusZone } from '../../kit/focus-zone.js'
import { LiveRegion } from '../../kit/live-region.js'
import type { Messages } from '../../messages/messages.js'
import { readObject } from '../../readers.js'
import type { ViewProps } from '../../view.js'
import type { ProfileContent } from '../profile-content.js'
import { en } from './en.js'
import { handOverFile } from './hand-over-file.js'

export interface RequestsProps extends ViewProps {
  form: ProfileContent
}

export { en, Requests as Panel }

interface RequestsState {
  /** What is under way. */
  busy?: 'download' | 'deletion' | undefined
  /** Whether the person has to confirm that the data is to be deleted. */
  isConfirming?: boolean
  /** Whether the request is on its way: there is nothing more to ask for. */
  isRequested?: boolean
  /** The keys of the messages about the last download or request. */
  statuses?: (keyof Messages)[]
}

/** An event that waits for longer is sent later: the person is offline. */
const PATIENCE_MS = 10_000

/** Lets the person download what the program knows about them, and ask for its deletion. */
class Requests extends Component<RequestsProps, RequestsState> {
  override state: RequestsState = {}
  /** Set at once: the state changes with the next drawing, and a press may be doubled before. */
  #isBusy = false

  override render({ form, messages, locale }: RequestsProps, state: RequestsState) {
    const { busy, isConfirming, isRequested, statuses = [] } = state
    const { download, deletion } = form
    return (
      <section part="requests">
        <h3>{messages.profile_requests}</h3>
        {isConfirming && (
          <p id="sure" lang={deletion?.text ? locale : undefined}>
            {deletion?.text || messages.profile_deletion_sure}
          </p>
        )}
        <LiveRegion hidden={!statuses.length}>{statuses.map(key => messages[key]).join(' ')}</LiveRegion>
        <div part="ways">
          {download && (
            <Button kind="quiet" aria-disabled={busy === 'download'} onClick={this.#download}>
              {busy === 'download' ? messages.profile_download_busy : messages.profile_download}
            </Button>
          )}
          {/* The button becomes "Cancel". It keeps the focus, so a second click sends nothing. */}
          {deletion && !isRequested && (
            <Button kind="quiet" aria-disabled={busy === 'deletion'} onClick={this.#ask}>
              {isConfirming ? messages.profile_erase_no : messages.profile_deletion}
            </Button>
          )}
          {isConfirming && (
            <Button aria-disabled={busy === 'deletion'} onClick={this.#requestDeletion}>
              {busy === 'deletion' ? messages.profile_deletion_busy : messages.profile_deletion_yes}
            </Button>
          )}
        </div>
      </section>
    )
  }

  #download = async () => {
    if (this.#isBusy) return
    this.#isBusy = true
    const { rewards, signal, reportAction } = this.props
    // Emptied first: a screen reader announces a live region only when its text changes.
    this.setState({ busy: 'download', statuses: [] })
    try {
      const data = await rewards.privacy.export({ signal })
      const name = `rewards-${data.exported_at.slice(0, 10)}.json`
      const how = await handOverFile(rewards, name, JSON.stringify(data, null, 2), 'application/json')
      const statuses: RequestsState['statuses'] = [`profile_download_${how}`]
      if (data.missing.length) statuses.push('profile_download_partial')
      this.setState({ busy: undefined, statuses })
      reportAction({ action: 'download', outcome: how })
    } catch (error) {
      // The person has closed the share sheet.
      const isCanceled = readObject(error).name === 'AbortError'
      this.setState({ busy: undefined, statuses: isCanceled ? [] : ['profile_download_failed'] })
      reportAction({ action: 'download', outcome: isCanceled ? 'canceled' : 'failed' })
    }
    this.#isBusy = false
  }

  #ask = () => {
    if (this.#isBusy) return
    this.setState(({ isConfirming }) => ({ isConfirming: !isConfirming, statuses: [] }))
  }

  #requestDeletion = async () => {
    if (this.#isBusy) return
    this.#isBusy = true
    const { rewards, form, host, reportAction } = this.props
    this.setState({ busy: 'deletion' })
    const outcome = await rewards.privacy.requestDeletion({ event: form.deletion?.event, timeout: PATIENCE_MS }).then(
      () => 'sent' as const,
      // The event is stored, and is sent later.
      error => (readObject(error).code === 'timeout' ? ('waits' as const) : ('failed' as const)),
    )
    this.#isBusy = false
    // The buttons that are about to go may have the focus.
    focusZone(host)
    this.setState({
      busy: undefined,
      isConfirming: false,
      isRequested: outcome !== 'failed',
      statuses: [`profile_deletion_${outcome}`],
    })
    reportAction({ action: 'request_deletion', outcome: outcome === 'sent' ? 'done' : outcome })
  }
}
