import type { words as creative } from '../creative/words.js'
import type { words as cta } from '../cta/words.js'
import type { words as offer } from '../offer/words.js'
import type { en } from './en.js'

/**
 * Every word of ours, by its key: what the element and its first widget say, and what each other widget says in the `words.ts`
 * of its folder (`import type { words as cta } from '../cta/words.js'`, then `& typeof cta`). Keys of a widget begin with its name.
 */
export type Messages = typeof en & typeof cta & typeof offer & typeof creative
