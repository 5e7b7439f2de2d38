import type { MoreChannel } from '../share/channels.js'
import type { en } from './en.js'

/**
 * Every text of the widgets, by its key: the texts of the element and of `share`, and the `en.ts` of each other widget. A new widget needs
 * one line here. The keys of a widget begin with its name.
 */
export type Messages = typeof en &
  Partial<Record<MoreChannel, string>> &
  typeof import('../share/capture/en.js').en &
  typeof import('../share/edit/en.js').en &
  typeof import('../share/email/en.js').en &
  typeof import('../share/qr/en.js').en &
  typeof import('../cta/en.js').en &
  typeof import('../hero/en.js').en &
  typeof import('../form/en.js').en &
  typeof import('../panel/en.js').en &
  typeof import('../offer/en.js').en &
  typeof import('../creative/en.js').en &
  typeof import('../locked/en.js').en &
  typeof import('../verify/en.js').en &
  typeof import('../profile/en.js').en &
  typeof import('../profile/requests/en.js').en &
  typeof import('../journey/en.js').en &
  typeof import('../leaderboard/en.js').en &
  typeof import('../tiers/en.js').en &
  typeof import('../rewards/en.js').en &
  typeof import('../referrals/en.js').en &
  typeof import('../reward-status/en.js').en &
  typeof import('../stats/en.js').en

/** The texts that a page replaces: by key, or by language (`fr`, `fr-CA`) and key. */
export type GivenMessages = Partial<Messages> | { [language: string]: Partial<Messages> }

/** The texts of a language. Each plural has one key for each form of the language: `<key>_one`, `<key>_two`, `<key>_few` … `<key>_other`. */
export type Translation = Partial<Messages> & { [form: `${string}_${'zero' | 'two' | 'few' | 'many'}`]: string }
