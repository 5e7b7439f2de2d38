import { z } from 'zod'
import type { BodyShape } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import type { ServerContext } from './server-call.js'

/** The maximum size of the form: the longest source, percent-encoded. */
const MAX_FORM_BYTES = 2 * 1024 * 1024

/** A version number in a form. Empty if there is no version yet. */
const versionNumber = z
  .string()
  .regex(/^\d*$/)
  .transform(text => (text === '' ? undefined : Number(text)))

/** The form that adds a version of a zone or program. */
export const versionEdit = {
  schema: z.object({
    source: z.string().transform(text => text.replaceAll('\r\n', '\n')),
    message: z.string().trim().max(200),
    /** The version that was edited. */
    parent: versionNumber,
    /** The newest version when the page was loaded. */
    newest: versionNumber,
    action: z.enum(['draft', 'publish']),
  }),
  accepts: ['form'],
  largest: MAX_FORM_BYTES,
} satisfies BodyShape

/** Protects against CSRF: the form must come from a page of this origin. */
export function checkOrigin(c: ServerContext): void {
  const origin = c.req.header('Origin')
  if (origin === undefined || origin === c.env.settings.serverOrigin) return
  throw new RestError('access_denied', 'The form must be sent from a page of the platform')
}
