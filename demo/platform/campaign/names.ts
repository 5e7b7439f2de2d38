import { z } from 'zod'

/** The name of an audience, reward, key or supplier. */
export const identifier = z.string().regex(/^[\w-]{1,100}$/, 'Expected 1 to 100 letters, digits, dashes or underscores')

/** The name of an event or step. */
export const stepName = z.string().min(1).max(200)

/** A text for people. */
export const displayName = z.string().min(1).max(200)
