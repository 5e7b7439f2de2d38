import { Component } from 'preact'
import type { Messages } from '../messages/en.js'
import { Button } from './button.js'
import { Icon } from './icon.js'
import { LiveRegion } from './live-region.js'

interface CopyFieldProps {
  label: string
  value: string
  messages: Messages
  /** Really copies; resolves with whether it did. */
  copy(): Promise<boolean>
}

interface CopyFieldState {
  outcome?: 'copied' | 'failed' | undefined
}

/** How long "Copied" stands on the button: long enough to be read, gone before the next copy. */
const COPIED_MS = 4000

/** Text to take away, with a button that takes it. Where copying is not allowed the text is selected, to be copied by hand. */
export class CopyField extends Component<CopyFieldProps, CopyFieldState> {
  override state: CopyFieldState = {}
  #input: HTMLInputElement | null = null
  #timer: ReturnType<typeof setTimeout> | undefined

  override render({ label, value, messages }: CopyFieldProps, { outcome }: CopyFieldState) {
    const copied = outcome === 'copied'
    return (
      <>
        <label class="label" for="copy" part="label">
          {label}
        </label>
        <div class="copy" part="copy">
          <input
            id="copy"
            part="link"
            readOnly
            dir="ltr"
            value={value}
            ref={input => {
              this.#input = input
            }}
            onFocus={event => event.currentTarget.select()}
          />
          <Button disabled={!value} onClick={this.#copy}>
            <Icon path={copied ? CHECK : COPY} />
            {copied ? messages.copied : messages.copy}
          </Button>
        </div>
        <LiveRegion hidden={copied}>{copied ? messages.copied : outcome ? messages.copy_failed : ''}</LiveRegion>
      </>
    )
  }

  #copy = async () => {
    clearTimeout(this.#timer)
    // Emptied first: a live region that gets the text it already holds says nothing.
    this.setState({ outcome: undefined })
    const outcome = (await this.props.copy()) ? 'copied' : 'failed'
    this.setState({ outcome })
    if (outcome === 'failed') this.#input?.focus()
    else this.#timer = setTimeout(() => this.setState({ outcome: undefined }), COPIED_MS)
  }
}

const COPY = 'M9 9h11v11H9zM5 15H4V4h11v1'
const CHECK = 'm5 12.5 4.5 4.5L19 7.5'
