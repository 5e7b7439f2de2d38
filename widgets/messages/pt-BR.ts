import type { Messages } from './messages.js'

export const words: Partial<Messages> = { lang: 'pt-BR', dir: 'ltr' }
