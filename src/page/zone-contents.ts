// The content of each widget, as marketers configure it (docs/widgets.md). Every key except `widget` is optional.

import type { Referral } from '../resources/referrals.js'
import type { Reward } from '../resources/reward-status.js'

type Message = string | { subject?: string; message: string }

export interface ShareZone {
  widget: 'share'
  headline?: string
  description?: string
  image_url?: string
  how_it_works?: string[]
  channels?: (
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
  messages?: Record<string, Message>
  shareable?: { code: string; link: string }
  card?: { title?: string; description?: string; image_url?: string }
  capture?: { email?: boolean; opt_in?: string }
  links?: { terms_url?: string; company_url?: string }
}

export interface CtaZone {
  widget: 'cta'
  style?: 'banner' | 'button' | 'overlay'
  text?: string
  minimized_text?: string
  image_url?: string
  opens?: { zone: string; data?: Record<string, unknown> }
  delay_ms?: number
}

export interface HeroZone {
  widget: 'hero'
  headline?: string
  text?: string
  layout?: 'left' | 'right' | 'behind'
  image_url?: string
  image_alt?: string
  video?: { url: string; poster_url?: string; captions_url?: string }
  actions?: { text?: string; opens?: { zone: string; data?: Record<string, unknown> }; url?: string }[]
}

/** A field of a form. `name` is the key of its value in the data of the event. */
export interface FormZoneField {
  type: 'text' | 'email' | 'phone' | 'date' | 'select' | 'checkbox' | 'radio' | 'rating' | 'consent'
  name: string
  label: string
  hint?: string
  required?: boolean
  autocomplete?: string
  multiline?: boolean
  options?: (string | { value: string; text?: string })[]
  min?: 0 | 1
  max?: number
  min_text?: string
  max_text?: string
  url?: string
  url_text?: string
}

export interface FormZone {
  widget: 'form'
  headline?: string
  text?: string
  event?: string
  fields?: FormZoneField[]
  submit_text?: string
  done?: { headline?: string; text?: string; zone?: string; url?: string; url_text?: string }
  verified_only?: boolean
}

export interface OfferZone {
  widget: 'offer'
  headline?: string
  advocate?: { first_name?: string; image_url?: string }
  reward_text?: string
  coupon_code?: string
  reveal?: 'always' | 'email'
  rules?: string[]
  expires_at?: string
  continue_url?: string
  state?: 'available' | 'expired' | 'ineligible' | 'self_referral' | 'used'
}

export interface JourneyZone {
  widget: 'journey'
  headline?: string
  goals?: {
    title: string
    reward_text?: string
    current?: number
    target: number
    starts_at?: string
    ends_at?: string
    repeatable?: boolean
  }[]
}

export interface TiersZone {
  widget: 'tiers'
  headline?: string
  current?: number
  previous?: number
  tiers?: { title: string; threshold: number; benefits?: string[] }[]
  goals?: JourneyZone['goals']
}

export interface LeaderboardZone {
  widget: 'leaderboard'
  headline?: string
  /** `referrals`, `rewards`, or the name of an event. Default: `referrals`. */
  counts?: string
  period?: 'all' | 'year' | 'month' | 'week'
  limit?: number
  value_text?: string
  ranks?: {
    rows: { rank?: number | null; name?: string | null; image_url?: string | null; value: number; own?: boolean }[]
    ends_at?: string | null
    opted_in?: boolean
  }
  empty_text?: string
}

export interface ProfileZone {
  widget: 'profile'
  headline?: string
  fields?: ('first_name' | 'last_name' | 'email' | 'profile_picture_url')[]
  consents?: { name: 'cookie_consent' | 'processing_consent'; text: string }[]
  download?: boolean
  deletion?: boolean | { event?: string; text?: string }
}

export interface VerifyZone {
  widget: 'verify'
  headline?: string
  email?: string
}

export interface RewardsListZone {
  widget: 'rewards'
  headline?: string
  rewards?: Reward[]
  empty_text?: string
}

export interface ReferralsZone {
  widget: 'referrals'
  headline?: string
  referrals?: Referral[]
  remind?: true | Message
  empty_text?: string
}

export interface StatsZone {
  widget: 'stats'
  headline?: string
  totals?: { clicks?: number; shares?: number; conversions?: number; earned?: { value: number; type: string } }
  series?: { name: 'clicks' | 'shares' | 'conversions' | 'earned'; points: { date: string; value: number }[] }
  empty_text?: string
}

export interface RewardStatusZone {
  widget: 'reward-status'
  headline?: string
  polling_id?: string
  reward_name?: string
  partner_event_id?: string
  pending_text?: string
  succeeded_text?: string
  failed_text?: string
  late_text?: string
  unknown_text?: string
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
  close?: boolean
  items?: (Item & { title?: string })[]
}

export interface PanelZone {
  widget: 'panel'
  text?: string
  image_url?: string
  corner?: 'start' | 'end' | 'none'
  headline?: string
  layout?: 'tabs' | 'home'
  items?: { title: string; text?: string; tab?: string; opens: { zone: string; data?: Record<string, unknown> } }[]
  rewards?: Reward[]
}

/** The content of a widget. */
export type WidgetContent = Item | StackZone | PanelZone
