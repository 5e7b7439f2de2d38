import { z } from 'zod'

/** A version number in a form. Empty if there is no version yet. */
const versionNumber = z
  .string()
  .regex(/^\d*$/)
  .transform(text => (text === '' ? undefined : Number(text)))

const version = {
  /** The page lets nobody enter more. A longer one must not lose the source. */
  message: z.string().transform(text => text.trim().slice(0, 200)),
  /** The version that was edited. */
  parent: versionNumber,
  /** The newest version when the page was loaded. */
  newest: versionNumber,
}

/** The form that adds a version of a program. */
export const versionEdit = z.object({ ...version, source: z.string(), action: z.enum(['draft', 'publish']) })

export type VersionEdit = z.infer<typeof versionEdit>

/** The forms of a zone can also show their draft in the preview, and save nothing. */
const action = z.enum(['draft', 'publish', 'preview'])

/** The form with the JSON of a zone. */
export const zoneEdit = z.object({ ...version, source: z.string(), action })

/** The form of a creative. It can also copy the creative, move one up or down: `up-2`, and add a row to a list: `add-content.items`. */
export const creativeEdit = z.object({
  ...version,
  action: z.union([action, z.literal('copy'), z.string().regex(/^((up|down)-\d+|add-[\w.-]+)$/)]),
})

/** The form of a card. It can also show its fields again. */
export const cardEdit = z.object({ ...version, action: z.enum(['draft', 'publish', 'fields']) })

export type ZoneEdit = Omit<z.infer<typeof zoneEdit>, 'source' | 'action'> & { source?: string; action: string }
