import { z } from 'zod'

/** A version number in a form. Empty if there is no version yet. */
const versionNumber = z
  .string()
  .regex(/^\d*$/)
  .transform(text => (text === '' ? undefined : Number(text)))

/** The form that adds a version of a zone or program. */
export const versionEdit = z.object({
  source: z.string(),
  message: z.string().trim().max(200),
  /** The version that was edited. */
  parent: versionNumber,
  /** The newest version when the page was loaded. */
  newest: versionNumber,
  action: z.enum(['draft', 'publish']),
})
