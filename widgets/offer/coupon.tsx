import { Component } from 'preact'
import { CopyField } from '../kit/copy-field.js'
import { LiveRegion } from '../kit/live-region.js'
import type { ViewProps } from '../views.js'

interface CouponProps extends ViewProps {
  code: string
}

interface CouponState {
  told?: 'copy_handed_off' | 'copy_failed' | undefined
}

/** The code, and a button that takes it along. */
export class Coupon extends Component<CouponProps, CouponState> {
  override state: CouponState = {}

  override render({ code, messages }: CouponProps, { told }: CouponState) {
    const copied = told === 'copy_handed_off'
    return (
      <>
        <CopyField label={messages.offer_code} value={code} copied={copied} messages={messages} copy={this.#copy} />
        <LiveRegion hidden={copied || !told}>{told && messages[told]}</LiveRegion>
      </>
    )
  }

  /** `told` is emptied first: a live region that is given the words it holds already says nothing. */
  #copy = async () => {
    const { code, act } = this.props
    this.setState({ told: undefined })
    let copied = true
    try {
      await navigator.clipboard.writeText(code)
    } catch {
      copied = false // no permission, or no clipboard at all
    }
    this.setState({ told: copied ? 'copy_handed_off' : 'copy_failed' })
    act({ action: 'copy', outcome: copied ? 'handed_off' : 'failed' })
    return copied
  }
}
