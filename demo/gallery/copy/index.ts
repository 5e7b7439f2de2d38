import { copy as ar } from './ar.js'
import { copy as de } from './de.js'
import { copy as en } from './en.js'
import { copy as es } from './es.js'
import { copy as fr } from './fr.js'
import { copy as he } from './he.js'
import { copy as ja } from './ja.js'
import { copy as ptBR } from './pt-BR.js'

export type { Copy } from './copy.js'

/** The texts by locale, for every language of the widgets. */
export const copies = { en, fr, de, es, 'pt-BR': ptBR, ja, ar, he }

export type Locale = keyof typeof copies

export const locales = Object.keys(copies) as Locale[]
