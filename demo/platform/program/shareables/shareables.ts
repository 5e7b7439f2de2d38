import type { Domain } from '../../domain.js'
import { readBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { type ProgramContext, personOf } from '../consumer-call.js'
import {
  createShareable,
  getCreateOrUpdateShareable,
  getOrCreateShareable,
  type Shareable,
  type ShareableRequest,
  shareablesOf,
} from './shareable.js'
import { checkShareable } from './shareable-request.js'

/** `GET /v6/me/shareables`: all of the consumer's; `key` and `label` narrow them. */
export async function listShareables(c: ProgramContext): Promise<Response> {
  const { key, label } = c.req.query()
  return Response.json(await shareablesOf(c.env, (await personOf(c)).person_id, { key, label }))
}

/** `GET /v6/me/shareables/{code}`. Throws `shareable_not_found`, also for another's. */
export async function showShareable(c: ProgramContext): Promise<Response> {
  const code = c.req.param('code')!
  const [shareable] = await shareablesOf(c.env, (await personOf(c)).person_id, { code })
  if (!shareable) throw new RestError('shareable_not_found', 'No shareable has this code', { parameters: { code } })
  return Response.json(shareable)
}

/** `POST /v6/me/shareables` */
export const newShareable = answering(createShareable)
/** `POST /v6/me/shareables/get-or-create` */
export const sameShareable = answering(getOrCreateShareable)
/** `POST /v6/me/shareables/get-create-or-update` */
export const updatedShareable = answering(getCreateOrUpdateShareable)

type Verb = (domain: Domain, personId: string, request: ShareableRequest) => Promise<Shareable>

function answering(verb: Verb) {
  return async (c: ProgramContext): Promise<Response> => {
    const request = checkShareable(c.env, (await readBody(c.req.raw, ['json'], { optional: true })).fields)
    const { person_id } = await personOf(c)
    return Response.json(await c.env.db.transaction(db => verb({ ...c.env, db }, person_id, request)))
  }
}
