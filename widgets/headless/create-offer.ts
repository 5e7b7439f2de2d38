import type { Rewards, Zone } from '../../src/api.js'
import { copyText } from '../../src/base/copy-text.js'
import { needsEmail, type OfferContent, readOffer, withCoupon } from '../offer/offer-content.js'
import { readObject } from '../readers.js'
import { type Behavior, createStore } from './behavior.js'
import { checkArguments } from './check-arguments.js'
import { reportAction } from './report-action.js'

export interface OfferState extends OfferContent {
  /** Whether the friend must enter an email address first. `coupon_code` is empty until then. */
  needsEmail: boolean
  /** Whether the code is in the clipboard. Undefined until the friend has copied it. */
  isCopied: boolean | undefined
}

/** The `offer` widget without its markup. */
export interface OfferBehavior extends Behavior<OfferState> {
  /** Identifies the friend, and shows the code. Throws what `identify()` throws. */
  reveal(email: string): Promise<void>
  /** Copies the code. Call it in the handler of the click. Resolves with whether that worked. */
  copy(): Promise<boolean>
  /** Tracks that the friend follows `continue_url`. */
  follow(): void
}

/** The `offer` widget without its markup, for a zone whose content is that of the widget. `continue_url` has the code in it. */
export function createOffer(rewards: Rewards, zone: Zone | undefined): OfferBehavior {
  checkArguments('createOffer', rewards, zone)
  const offer = readOffer(readObject(zone?.data))
  const { coupon_code, continue_url } = offer

  const revealed = {
    needsEmail: false,
    coupon_code,
    continue_url: continue_url && withCoupon(continue_url, coupon_code),
  }
  const hidden = { needsEmail: true, coupon_code: '', continue_url: undefined }
  const { get, set, subscribe } = createStore<OfferState>(
    { ...offer, ...(needsEmail(offer, rewards) ? hidden : revealed), isCopied: undefined },
    () => {},
  )

  return {
    get,
    subscribe,
    async reveal(email) {
      await rewards.identify({ email })
      reportAction(zone, { action: 'reveal' })
      set(revealed)
    },
    async copy() {
      const copied = copyText(get().coupon_code, rewards.shell)
      // Emptied first: a screen reader announces a text only when it changes.
      set({ isCopied: undefined })
      const isCopied = await copied
      set({ isCopied })
      reportAction(zone, { action: 'copy', outcome: isCopied ? 'handed_off' : 'failed' })
      return isCopied
    },
    follow() {
      if (zone) rewards.track(`${zone.name}_tap`, { campaign_id: zone.campaign_id })
      reportAction(zone, { action: 'continue' })
    },
  }
}
