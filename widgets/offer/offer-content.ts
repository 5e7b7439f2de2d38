import type { Rewards } from '../../src/api.js'
import { readDate } from '../kit/read-date.js'
import { readImage, readLink, readObject, readText, readTexts } from '../readers.js'

/** `available`: the friend can use the offer. Each other state is a reason why not. */
export type OfferState = 'available' | 'expired' | 'ineligible' | 'self_referral' | 'used'

export interface OfferContent {
  headline: string
  /** Who has shared the offer. */
  advocate: { first_name: string; image_url: string | undefined }
  reward_text: string
  coupon_code: string
  /** `email`: the code is shown after the friend has entered an email address. */
  reveal: 'always' | 'email'
  rules: string[]
  expires_at: Date | undefined
  /** Where the friend can use the offer. */
  continue_url: string | undefined
  state: OfferState
}

/** Reads the content of the `offer` widget. */
export function readOffer(content: Record<string, unknown>, now = Date.now()): OfferContent {
  const { first_name, image_url } = readObject(content.advocate)
  const coupon_code = readText(content.coupon_code)
  const expires_at = readDate(content.expires_at, true)
  return {
    headline: readText(content.headline),
    advocate: { first_name: readText(first_name), image_url: readImage(image_url) },
    reward_text: readText(content.reward_text),
    coupon_code,
    reveal: readText(content.reveal) === 'email' ? 'email' : 'always',
    rules: readTexts(content.rules),
    expires_at,
    continue_url: readLink(content.continue_url),
    state: expires_at && Number(expires_at) <= now ? 'expired' : readState(content.state),
  }
}

/** An unknown state, of a later version of the platform, counts as `ineligible`: nothing may be promised. */
function readState(value: unknown): OfferState {
  const state = readText(value) || 'available'
  return STATES.find(known => known === state) ?? 'ineligible'
}

const STATES: OfferState[] = ['available', 'expired', 'ineligible', 'self_referral', 'used']

/** Whether the friend must enter an email address before the code is shown. */
export const needsEmail = ({ reveal }: OfferContent, { consumer }: Pick<Rewards, 'consumer'>): boolean =>
  reveal === 'email' && consumer.level === 'anonymous'

/** Adds the code to the URL of the shop, which can fill it in. */
export function withCoupon(continue_url: string, coupon_code: string): string {
  const url = new URL(continue_url)
  if (coupon_code && url.protocol.startsWith('http')) url.searchParams.set('coupon_code', coupon_code)
  return url.href
}
