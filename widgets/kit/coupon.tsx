import { Component } from 'preact'
import { copyText } from '../../src/copy-text.js'
import type { ViewProps } from '../view.js'
import { CopyField } from './copy-field.js'
import { LiveRegion } from './live-region.js'

interface CouponProps extends ViewProps {
  label: string
  code: string
}

interface CouponState {
  told?: 'copy_handed_off' | 'copy_failed' | undefined
}

/** The code, and a button that takes it along. */
export class Coupon extends Component<CouponProps, CouponState> {
  override state: CouponState = {}

  override render({ label, code, messages }: CouponProps, { told }: CouponState) {
    const copied = told === 'copy_handed_off'
    return (
      <>
        <CopyField label={label} value={code} copied={copied} messages={messages} copy={this.#copy} />
        <LiveRegion hidden={copied || !told}>{told && messages[told]}</LiveRegion>
      </>
    )
  }

  /** `told` is emptied first: a live region that is given the words it holds already says nothing. */
  #copy = async () => {
    const { code, rewards, act } = this.props
    this.setState({ told: undefined })
    const copied = await copyText(code, rewards.shell)
    this.setState({ told: copied ? 'copy_handed_off' : 'copy_failed' })
    act({ action: 'copy', outcome: copied ? 'handed_off' : 'failed' })
    return copied
  }
}
