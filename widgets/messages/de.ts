import type { Messages } from './messages.js'

export const words: Partial<Messages> = { lang: 'de', dir: 'ltr' }
