import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { parseBody, validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { lockPerson } from '../../identity/person.js'
import { tokenLevel } from '../../identity/token.js'
import {
  createShareable,
  getCreateOrUpdateShareable,
  getOrCreateShareable,
  requireShareable,
  type Shareable,
  type ShareableAuthor,
  type ShareableRequest,
  shareablesOf,
} from '../../links/shareable.js'
import { checkShareable, shareableErrors, shareableRequest } from '../../links/shareable-request.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'

export const shareableFilters = z.object({
  key: z.string().optional().describe('The key of the link.'),
  label: z.string().optional().describe('The label of the link.'),
})

/** `GET /v6/me/shareables`: the shareables of the consumer, filtered by `key` and `label`. */
export async function listShareables(c: ProgramContext): Promise<Response> {
  const query = validate(shareableFilters, c.req.query())
  return Response.json(await shareablesOf(c.env, (await personOf(c)).person_id, query))
}

/** `GET /v6/me/shareables/{code}`. Throws `shareable_not_found`, also for a shareable of another consumer. */
export async function showShareable(c: ProgramContext): Promise<Response> {
  return Response.json(await requireShareable(c.env, (await personOf(c)).person_id, c.req.param('code')!))
}

/** `POST /v6/me/shareables` */
export const postShareable = postHandler(createShareable)
/** `POST /v6/me/shareables/get-or-create` */
export const postGetOrCreateShareable = postHandler(getOrCreateShareable)
/** `POST /v6/me/shareables/get-create-or-update` */
export const postGetCreateOrUpdateShareable = postHandler(getCreateOrUpdateShareable)

type Operation = (
  domain: Domain,
  personId: string,
  request: ShareableRequest,
  author: ShareableAuthor,
) => Promise<Shareable | undefined>

/** Creates the handler of a call that changes shareables. */
function postHandler(operation: Operation) {
  return async (c: ProgramContext): Promise<Response> => {
    const request = await parseBody(c.req.raw, shareableRequest)
    checkShareable(c.env, request)
    const { token } = callerOf(c)
    const author = { level: tokenLevel(token), deviceId: token.device_id }
    const result = await c.env.db.transaction(async db => {
      const domain = { ...c.env, db }
      return operation(domain, (await lockPerson(domain, token.identity_id)).person_id, request, author)
    })
    if (result) return Response.json(result)
    throw new RestError('scopes_denied', 'Only a verified consumer or the device that made this link can change it')
  }
}

/** A share link in a response (contract 5). */
export const shareable = z
  .object({
    code: z.string(),
    link: z.url(),
    key: z.string(),
    label: z.string().nullable(),
    content: z
      .object({
        title: z.string(),
        description: z.string(),
        image_url: z.string(),
        url: z.string().describe('The landing page of the link. Default: that of the program.'),
        partner_content_id: z.string(),
      })
      .partial()
      .nullable(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Shareable' })

const write = { body: shareableRequest, response: shareable, errors: shareableErrors }

export const shareableDocs = {
  list: { summary: 'List the consumer’s links, oldest first', query: shareableFilters, response: z.array(shareable) },
  show: {
    summary: 'Get one of the consumer’s links by its code',
    response: shareable,
    errors: ['shareable_not_found'],
  },
  create: { summary: 'Create a link, or get the existing link with this key', ...write },
  getOrCreate: { summary: 'Get or create the link with this key', ...write },
  getCreateOrUpdate: {
    summary: 'Get, create or update the link with this key',
    description:
      'Only a verified consumer, or the device that made the link, can change an existing link. Others get `scopes_denied`.',
    ...write,
  },
} satisfies Record<string, CallDocs>
