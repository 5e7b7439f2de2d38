import { markDeletionRequest } from '../../events/deletion-requests.js'
import type { ConsoleContext } from '../console-context.js'
import { REQUESTS } from '../pages/requests.js'

/** `POST /console/requests/{event_id}`: marks a request as done, or opens it again. */
export async function markRequest(c: ConsoleContext): Promise<Response> {
  const isDone = c.var.fields.state === 'done'
  await markDeletionRequest(c.env, c.req.param('event_id')!, isDone ? c.var.session.email : undefined)
  return c.redirect(`${REQUESTS}?marked=${isDone ? 'done' : 'open'}`, 303)
}
