import type { Check } from '../check.js'
import { messages } from './messages.js'
import { security } from './security.js'
import { services } from './services.js'
import { token } from './token.js'
import { welcome } from './welcome.js'

/** The checks by topic, in the order in which they run. The hostile frames run last, because they can change an insecure app. */
export const GROUPS: Record<string, Check[]> = {
  'Connection and messages': messages,
  'The welcome message': welcome,
  'The person’s token': token,
  'Services of the app': services,
  Security: security,
}

export const CHECKS = Object.values(GROUPS).flat()
