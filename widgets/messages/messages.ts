import type { words as creative } from '../creative/words.js'
import type { words as cta } from '../cta/words.js'
import type { words as journey } from '../journey/words.js'
import type { words as locked } from '../locked/words.js'
import type { words as offer } from '../offer/words.js'
import type { words as profile } from '../profile/words.js'
import type { words as referrals } from '../referrals/words.js'
import type { words as rewardStatus } from '../reward-status/words.js'
import type { words as rewards } from '../rewards/words.js'
import type { words as capture } from '../share/capture/words.js'
import type { words as edit } from '../share/edit/words.js'
import type { words as email } from '../share/email/words.js'
import type { words as qr } from '../share/qr/words.js'
import type { words as stats } from '../stats/words.js'
import type { words as verify } from '../verify/words.js'
import type { en } from './en.js'

/**
 * Every word of ours, by its key: what the element and its first widget say, and what each other widget says in the `words.ts`
 * of its folder (`import type { words as cta } from '../cta/words.js'`, then `& typeof cta`). Keys of a widget begin with its name.
 */
export type Messages = typeof en &
  typeof capture &
  typeof edit &
  typeof email &
  typeof qr &
  typeof cta &
  typeof offer &
  typeof creative &
  typeof locked &
  typeof verify &
  typeof profile &
  typeof journey &
  typeof rewards &
  typeof referrals &
  typeof rewardStatus &
  typeof stats

/** A language's words: of each plural as many forms as it has, `<key>_one`, `_two`, `_few` …, `_other`. */
export type Translation = Partial<Messages> & { [form: `${string}_${'zero' | 'two' | 'few' | 'many'}`]: string }
