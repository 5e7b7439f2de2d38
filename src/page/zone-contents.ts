// The content of each widget, as marketers configure it (docs/widgets.md). Every key except `widget` is optional.

import type { Referral } from '../resources/referrals.js'
import type { Reward } from '../resources/reward-status.js'

type Message = string | { subject?: string | undefined; message: string }

export interface ShareZone {
  widget: 'share'
  headline?: string | undefined
  description?: string | undefined
  image_url?: string | undefined
  how_it_works?: string[] | undefined
  channels?:
    | (
        | 'copy'
        | 'native'
        | 'email'
        | 'sms'
        | 'whatsapp'
        | 'facebook'
        | 'x'
        | 'linkedin'
        | 'telegram'
        | 'messenger'
        | 'pinterest'
        | 'reddit'
        | 'bluesky'
        | 'threads'
        | 'qr'
      )[]
    | undefined
  messages?: Record<string, Message> | undefined
  shareable?: { code: string; link: string } | undefined
  card?: { title?: string | undefined; description?: string | undefined; image_url?: string | undefined } | undefined
  capture?: { opt_in?: string | undefined } | undefined
  links?: { terms_url?: string | undefined; company_url?: string | undefined } | undefined
}

export interface CtaZone {
  widget: 'cta'
  style?: 'banner' | 'button' | 'overlay' | undefined
  text?: string | undefined
  minimized_text?: string | undefined
  image_url?: string | undefined
  opens?: { zone: string; data?: Record<string, unknown> | undefined } | undefined
  delay_ms?: number | undefined
}

export interface HeroZone {
  widget: 'hero'
  headline?: string | undefined
  text?: string | undefined
  layout?: 'left' | 'right' | 'behind' | undefined
  image_url?: string | undefined
  image_alt?: string | undefined
  video?: { url: string; poster_url?: string | undefined; captions_url?: string | undefined } | undefined
  actions?:
    | {
        text?: string | undefined
        opens?: { zone: string; data?: Record<string, unknown> | undefined } | undefined
        url?: string | undefined
      }[]
    | undefined
}

/** A field of a form. `name` is the key of its value in the data of the event. */
export interface FormZoneField {
  type: 'text' | 'email' | 'phone' | 'date' | 'select' | 'checkbox' | 'radio' | 'rating' | 'consent'
  name: string
  label: string
  hint?: string | undefined
  required?: boolean | undefined
  autocomplete?: string | undefined
  multiline?: boolean | undefined
  options?: (string | { value: string; text?: string | undefined })[] | undefined
  min?: 0 | 1 | undefined
  max?: number | undefined
  min_text?: string | undefined
  max_text?: string | undefined
  url?: string | undefined
  url_text?: string | undefined
}

export interface FormZone {
  widget: 'form'
  headline?: string | undefined
  text?: string | undefined
  event?: string | undefined
  fields?: FormZoneField[] | undefined
  submit_text?: string | undefined
  done?:
    | {
        headline?: string | undefined
        text?: string | undefined
        zone?: string | undefined
        url?: string | undefined
        url_text?: string | undefined
      }
    | undefined
  verified_only?: boolean | undefined
}

export interface OfferZone {
  widget: 'offer'
  headline?: string | undefined
  advocate?: { first_name?: string | undefined; image_url?: string | undefined } | undefined
  reward_text?: string | undefined
  coupon_code?: string | undefined
  reveal?: 'always' | 'email' | undefined
  rules?: string[] | undefined
  expires_at?: string | undefined
  continue_url?: string | undefined
  state?: 'available' | 'expired' | 'ineligible' | 'self_referral' | 'used' | undefined
}

export interface JourneyZone {
  widget: 'journey'
  headline?: string | undefined
  goals?:
    | {
        title: string
        reward_text?: string | undefined
        current?: number | undefined
        target: number
        starts_at?: string | undefined
        ends_at?: string | undefined
        repeatable?: boolean | undefined
      }[]
    | undefined
}

export interface TiersZone {
  widget: 'tiers'
  headline?: string | undefined
  current?: number | undefined
  previous?: number | undefined
  tiers?: { title: string; threshold: number; benefits?: string[] | undefined }[] | undefined
  goals?: JourneyZone['goals'] | undefined
}

export interface LeaderboardZone {
  widget: 'leaderboard'
  headline?: string | undefined
  /** `referrals`, `rewards`, or the name of an event. Default: `referrals`. */
  counts?: string | undefined
  period?: 'all' | 'year' | 'month' | 'week' | undefined
  limit?: number | undefined
  value_text?: string | undefined
  ranks?:
    | {
        rows: {
          rank?: number | null | undefined
          name?: string | null | undefined
          image_url?: string | null | undefined
          value: number
          own?: boolean | undefined
        }[]
        ends_at?: string | null | undefined
        opted_in?: boolean | undefined
      }
    | undefined
  empty_text?: string | undefined
}

export interface ProfileZone {
  widget: 'profile'
  headline?: string | undefined
  fields?: ('first_name' | 'last_name' | 'email' | 'profile_picture_url')[] | undefined
  consents?: { name: 'cookie_consent' | 'processing_consent'; text: string }[] | undefined
  download?: boolean | undefined
  deletion?: boolean | { event?: string | undefined; text?: string | undefined } | undefined
}

export interface VerifyZone {
  widget: 'verify'
  headline?: string | undefined
  email?: string | undefined
}

export interface RewardsListZone {
  widget: 'rewards'
  headline?: string | undefined
  rewards?: Reward[] | undefined
  empty_text?: string | undefined
}

export interface ReferralsZone {
  widget: 'referrals'
  headline?: string | undefined
  referrals?: Referral[] | undefined
  remind?: true | Message | undefined
  empty_text?: string | undefined
}

export interface StatsZone {
  widget: 'stats'
  headline?: string | undefined
  totals?:
    | {
        clicks?: number | undefined
        shares?: number | undefined
        conversions?: number | undefined
        earned?: { value: number; type: string } | undefined
      }
    | undefined
  series?:
    | { name: 'clicks' | 'shares' | 'conversions' | 'earned'; points: { date: string; value: number }[] }
    | undefined
  empty_text?: string | undefined
}

export interface RewardStatusZone {
  widget: 'reward-status'
  headline?: string | undefined
  polling_id?: string | undefined
  reward_name?: string | undefined
  partner_event_id?: string | undefined
  pending_text?: string | undefined
  succeeded_text?: string | undefined
  failed_text?: string | undefined
  late_text?: string | undefined
  unknown_text?: string | undefined
}

type Item =
  | ShareZone
  | CtaZone
  | HeroZone
  | FormZone
  | OfferZone
  | JourneyZone
  | TiersZone
  | LeaderboardZone
  | ProfileZone
  | VerifyZone
  | RewardsListZone
  | ReferralsZone
  | StatsZone
  | RewardStatusZone

export interface StackZone {
  widget: 'stack'
  close?: boolean | undefined
  items?: (Item & { title?: string | undefined })[] | undefined
}

export interface PanelZone {
  widget: 'panel'
  text?: string | undefined
  image_url?: string | undefined
  corner?: 'start' | 'end' | 'none' | undefined
  headline?: string | undefined
  layout?: 'tabs' | 'home' | undefined
  items?:
    | {
        title: string
        text?: string | undefined
        tab?: string | undefined
        opens: { zone: string; data?: Record<string, unknown> | undefined }
      }[]
    | undefined
  rewards?: Reward[] | undefined
}

/** The content of a widget. */
export type WidgetContent = Item | StackZone | PanelZone
