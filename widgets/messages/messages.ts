import type { en } from './en.js'

/**
 * Every text of the widgets, by its key: the texts of the element and its first widget, and the `words.ts` of each other widget. A new
 * widget needs one line here. The keys of a widget begin with its name.
 */
export type Messages = typeof en &
  typeof import('../share/capture/words.js').words &
  typeof import('../share/edit/words.js').words &
  typeof import('../share/email/words.js').words &
  typeof import('../share/qr/words.js').words &
  typeof import('../cta/words.js').words &
  typeof import('../offer/words.js').words &
  typeof import('../creative/words.js').words &
  typeof import('../locked/words.js').words &
  typeof import('../verify/words.js').words &
  typeof import('../profile/words.js').words &
  typeof import('../journey/words.js').words &
  typeof import('../rewards/words.js').words &
  typeof import('../referrals/words.js').words &
  typeof import('../reward-status/words.js').words &
  typeof import('../stats/words.js').words

/** The texts of a language. Each plural has one key for each form of the language: `<key>_one`, `<key>_two`, `<key>_few` … `<key>_other`. */
export type Translation = Partial<Messages> & { [form: `${string}_${'zero' | 'two' | 'few' | 'many'}`]: string }
