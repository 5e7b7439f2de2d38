import { z } from 'zod'

const IDENTIFIER = /^[\w-]{1,100}$/

export const isIdentifier = (text: string): boolean => IDENTIFIER.test(text)

/** The name of a zone, audience, reward, key or supplier. */
export const identifier = z.string().regex(IDENTIFIER, 'Expected 1 to 100 letters, digits, dashes or underscores')

/** Text that every database can store, and that has one line. */
export const plainText = z.string().regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'Expected text without control characters')

/** The step that a person has earned a reward. Only the platform records it: otherwise anybody could forge it with an event of this name. */
export const REWARD_EARNED = 'reward_earned'

/** The name of an event, or of a step that an event causes. */
export const stepName = plainText
  .min(1)
  .max(200)
  .refine(
    name => name !== REWARD_EARNED,
    `Expected a name other than ${REWARD_EARNED}, which only the platform records`,
  )

/** A text for people. */
export const displayName = plainText.min(1).max(200)
