/**
 * The widgets without their markup, for widgets of your own.
 * @module rewards-web-sdk/headless
 */

import type { Shareable, ShareMessage } from '../../src/api.js'
import { linkFor, type TrackedLink } from '../share/link-for.js'
import type { QrCode } from '../share/qr/qr-code.js'

export type { FormContent, FormField, FormOption } from '../form/form-content.js'
export type { FieldFault } from '../form/submit-form.js'
export { type HeroAction, type HeroContent, type HeroVideo, readHero } from '../hero/hero-content.js'
export { deadlineOf, type Goal, goalState, type JourneyContent, readJourney } from '../journey/journey-content.js'
export { type Amount, formatReward } from '../kit/format-reward.js'
export { readDate } from '../kit/read-date.js'
export {
  type LeaderboardContent,
  type RankedPerson,
  readLeaderboard,
} from '../leaderboard/leaderboard-content.js'
export { countNewRewards, type PanelContent, type PanelItem, readPanel } from '../panel/panel-content.js'
export type { Friend, FriendState } from '../referrals/referrals-content.js'
export type { ReminderResult } from '../referrals/send-reminder.js'
export {
  isOver,
  isUsable,
  nextStep,
  type RewardContent,
  type RewardState,
  readRewards,
} from '../rewards/rewards-content.js'
export { parseRecipients, type Recipients } from '../share/email/recipients.js'
export type { TrackedLink } from '../share/link-for.js'
export type { QrCode } from '../share/qr/qr-code.js'
export { readTotals, type Totals } from '../stats/stats-content.js'
export { readTiers, type Tier, type TiersContent } from '../tiers/tiers-content.js'
export type { Behavior, Used } from './behavior.js'
export { createForm, type FormBehavior, type FormState } from './create-form.js'
export { createOffer, type OfferBehavior, type OfferState } from './create-offer.js'
export { createReferrals, type ReferralsBehavior, type ReferralsState } from './create-referrals.js'
export { createShare, type ShareBehavior, type ShareState } from './create-share.js'
export { createVerification, type VerificationBehavior, type VerificationState } from './create-verification.js'

/**
 * Makes the link for one share of a shareable, in any channel. Each call is another share. `data` of the result is that of the event `share`: track it
 * when the person uses the link. Throws a `TypeError` if the link of the shareable is no URL.
 */
export const trackedLink = (
  shareable: Pick<Shareable, 'code' | 'link'>,
  channel: string,
  { message = '', subject = '' }: ShareMessage = {},
): TrackedLink => linkFor(shareable, channel, { message, subject })

/** Converts a link to a QR code that stays readable with small damages. Resolves with null if the link is too long. */
export const qrCode = async (link: string): Promise<QrCode | null> =>
  (await import('../share/qr/qr-code.js')).qrCode(link)
