import { readDate } from '../kit/date-text.js'
import { image, link, object, text, texts } from '../readers.js'

/** `available` can be taken. Each of the others says why it cannot. */
export type OfferState = 'available' | 'expired' | 'ineligible' | 'self_referral' | 'used'

export interface OfferContent {
  headline: string
  /** Who sent it. */
  advocate: { first_name: string; image_url: string | undefined }
  reward_text: string
  coupon_code: string
  /** `email`: the code is for who says who they are. */
  reveal: 'always' | 'email'
  rules: string[]
  expires_at: Date | undefined
  /** Takes the code along. */
  continue_url: string | undefined
  state: OfferState
}

/** Reads what a zone says for the offer widget. Every key may be missing. */
export function readOffer(content: Record<string, unknown>, now = Date.now()): OfferContent {
  const { first_name, image_url } = object(content.advocate)
  const coupon_code = text(content.coupon_code)
  const expires_at = readDate(content.expires_at)
  return {
    headline: text(content.headline),
    advocate: { first_name: text(first_name), image_url: image(image_url) },
    reward_text: text(content.reward_text),
    coupon_code,
    reveal: text(content.reveal) === 'email' ? 'email' : 'always',
    rules: texts(content.rules),
    expires_at,
    continue_url: link(content.continue_url),
    state: expires_at && Number(expires_at) <= now ? 'expired' : readState(content.state),
  }
}

/** A state of a later platform is one that we cannot promise anything in. */
function readState(value: unknown): OfferState {
  const state = text(value) || 'available'
  return STATES.find(known => known === state) ?? 'ineligible'
}

const STATES: OfferState[] = ['available', 'expired', 'ineligible', 'self_referral', 'used']

/** The address where the offer is taken, with the code on it for the shop to fill in. */
export function withCoupon(address: string, coupon_code: string): string {
  const url = new URL(address)
  if (coupon_code && url.protocol.startsWith('http')) url.searchParams.set('coupon_code', coupon_code)
  return url.href
}
