import type { Check } from '../check.js'
import { callers } from './callers.js'
import { meeting } from './meeting.js'
import { services } from './services.js'
import { token } from './token.js'
import { welcome } from './welcome.js'

/** By what they are about, in the order in which they run: frames come last, for what they have done to an app that obeys them. */
export const GROUPS: Record<string, Check[]> = {
  'How they meet': meeting,
  'What the app says of itself': welcome,
  'The person’s token': token,
  'What the app does for the page': services,
  'Who is obeyed': callers,
}

export const CHECKS = Object.values(GROUPS).flat()
