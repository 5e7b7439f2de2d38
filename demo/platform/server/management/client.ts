import { z } from 'zod'
import { type BodyShape, parseBody } from '../../http/body.js'
import { changeClientSettings, clientWithSettings, isTimeZone } from '../../identity/client-settings.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'

const settings = z.object({
  identity_key: z
    .enum(['email', 'partner_user_id'])
    .describe(
      'The key that identifies persons. `identity_key_value` of the calls about persons is the value of this key. Consumers can create a token with an `email` only if it is `email`.',
    ),
  time_zone: z
    .string()
    .refine(isTimeZone, 'Expected the IANA name of a time zone, such as America/New_York')
    .meta({
      description:
        'The IANA name of the time zone of the account. Times in requests that have no offset are in it, and `GET /v2/persons/{person_id}/steps` answers in it.',
      examples: ['America/New_York'],
    }),
  cookie_consent: z
    .enum(['granted', 'denied', 'unset'])
    .nullable()
    .describe(
      'The cookie consent of consumers who have not decided themselves. The platform sets its cookie if it is `granted` or null. Null: the program does not ask for consent.',
    ),
  is_paid: z
    .boolean()
    .describe(
      'Whether the account is paid: the same for all clients of the account. If not, every call with a token of the account fails with 402 `payment_required`, this call included; the console can change it back.',
    ),
})

const client = settings
  .extend({
    client_id: z.string(),
    account: z.string().describe('The account of the client. Its sandbox has the same one.'),
    name: z.string(),
    is_sandbox: z.boolean(),
  })
  .meta({ id: 'Client' })

const changes = {
  schema: settings
    .partial()
    .strict()
    .meta({ examples: [{ time_zone: 'America/New_York' }] }),
} satisfies BodyShape

/** `GET /v2/client`: the client of the token, with its settings. */
export const showClient = async (c: ServerContext): Promise<Response> => Response.json(await clientWithSettings(c.env))

/** `PUT /v2/client`: changes the given settings. */
export async function updateClient(c: ServerContext): Promise<Response> {
  const given = await parseBody(c.req.raw, changes)
  await c.env.db.transaction(db => changeClientSettings({ ...c.env, db }, given))
  return showClient(c)
}

export const clientDocs = {
  show: { summary: 'Get the client of the token, with its settings', response: client },
  update: {
    summary: 'Update the settings of the client',
    description: 'Fields that are not in the body stay unchanged. The settings count from the next request on.',
    body: changes,
    response: client,
  },
} satisfies Record<string, CallDocs>
