import { Component } from 'preact'
import { copyText } from '../../src/base/copy-text.js'
import type { ViewProps } from '../view.js'
import { CopyField } from './copy-field.js'
import { LiveRegion } from './live-region.js'

interface CouponProps extends ViewProps {
  label: string
  code: string
}

interface CouponState {
  /** The key of the message that is shown. */
  message?: 'copy_handed_off' | 'copy_failed' | undefined
}

/** How long a coupon says that its code was copied. */
const COPIED_MS = 5_000

/** Takes back that the code of a coupon was copied, once another one is: the clipboard holds only one. */
let endLastMessage: (() => void) | undefined

/** A coupon code with a button that copies it. */
export class Coupon extends Component<CouponProps, CouponState> {
  override state: CouponState = {}
  #timer: ReturnType<typeof setTimeout> | undefined

  override componentWillUnmount() {
    clearTimeout(this.#timer)
  }

  override render({ label, code, messages }: CouponProps, { message }: CouponState) {
    const copied = message === 'copy_handed_off'
    return (
      <>
        <CopyField label={label} value={code} copied={copied} messages={messages} copy={this.#copy} />
        <LiveRegion hidden={copied || !message}>{message && messages[message]}</LiveRegion>
      </>
    )
  }

  #copy = async () => {
    const { code, rewards, reportAction } = this.props
    clearTimeout(this.#timer)
    // Emptied first: a screen reader announces a live region only when its text changes.
    this.setState({ message: undefined })
    const copied = await copyText(code, rewards.shell)
    if (copied) {
      endLastMessage?.()
      endLastMessage = this.#endMessage
      this.#timer = setTimeout(this.#endMessage, COPIED_MS)
    }
    this.setState({ message: copied ? 'copy_handed_off' : 'copy_failed' })
    reportAction({ action: 'copy', outcome: copied ? 'handed_off' : 'failed' })
    return copied
  }

  readonly #endMessage = () => this.setState({ message: undefined })
}
