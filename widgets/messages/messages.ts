import type { en } from './en.js'

/**
 * Every text of the widgets, by its key: the texts of the element and its first widget, and the `words.ts` of each other widget. A new
 * widget needs one line here. The keys of a widget begin with its name.
 */
export type Messages = typeof en &
  typeof import('../share/capture/en.js').words &
  typeof import('../share/edit/en.js').words &
  typeof import('../share/email/en.js').words &
  typeof import('../share/qr/en.js').words &
  typeof import('../cta/en.js').words &
  typeof import('../offer/en.js').words &
  typeof import('../creative/en.js').words &
  typeof import('../locked/en.js').words &
  typeof import('../verify/en.js').words &
  typeof import('../profile/en.js').words &
  typeof import('../journey/en.js').words &
  typeof import('../rewards/en.js').words &
  typeof import('../referrals/en.js').words &
  typeof import('../reward-status/en.js').words &
  typeof import('../stats/en.js').words

/** The texts of a language. Each plural has one key for each form of the language: `<key>_one`, `<key>_two`, `<key>_few` … `<key>_other`. */
export type Translation = Partial<Messages> & { [form: `${string}_${'zero' | 'two' | 'few' | 'many'}`]: string }
