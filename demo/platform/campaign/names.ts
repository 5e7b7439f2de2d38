import { z } from 'zod'

/** The name of an audience, reward, key or supplier. */
export const identifier = z.string().regex(/^[\w-]{1,100}$/, 'Expected 1 to 100 letters, digits, dashes or underscores')

/** Text that every database can store, and that has one line. */
export const plainText = z.string().regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'Expected text without control characters')

/** The name of an event or step. */
export const stepName = plainText.min(1).max(200)

/** A text for people. */
export const displayName = plainText.min(1).max(200)
