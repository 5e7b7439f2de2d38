import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { type BodyShape, parseBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { changePerson, checkPerson, type PersonChanges, profileErrors } from '../../identity/change-person.js'
import { createPerson, personById } from '../../identity/person.js'
import { brandId, idText } from '../../identity/person-fields.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { clientOf } from '../client.js'
import type { ServerContext } from '../server-call.js'
import { personInPath, personResponse, personSchema } from './person.js'

/** The fields of a person that the brand sets, in a request or in a row of a file. */
export const personFields = z
  .strictObject({
    identity_key_value: brandId.describe('The value of the client’s identity key.'),
    email: z.string(),
    partner_user_id: brandId,
    first_name: z.string(),
    last_name: z.string(),
    profile_picture_url: z.string(),
    locale: z.string().regex(/^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$/),
  })
  .partial()
  .meta({ examples: [{ email: 'grace@example.com', first_name: 'Grace', locale: 'en-US' }] })

const body = { schema: personFields } satisfies BodyShape

/** `POST /v5/persons`: creates a person with an identity. Throws `invalid_parameter` without one, and the errors of `checkPerson`. */
export async function newPerson(c: ServerContext): Promise<Response> {
  const input = await changesIn(c)
  if (input.email === undefined && input.partner_user_id === undefined)
    throw new RestError('invalid_parameter', 'A person needs an email or a partner_user_id')
  const person = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    return createPerson(domain, await checkPerson(domain, input))
  })
  return personResponse(c, person)
}

/** `GET /v5/persons/{person_id}` */
export const showPerson = async (c: ServerContext): Promise<Response> => personResponse(c, await personInPath(c))

/** `PUT /v5/persons/{person_id}`: changes the given fields, including the identity key. Throws the errors of `checkPerson`. */
export async function updatePerson(c: ServerContext): Promise<Response> {
  const { person_id } = await personInPath(c)
  await changePerson(c.env, person_id, await changesIn(c))
  return personResponse(c, await personById(c.env, person_id))
}

const changesIn = async (c: ServerContext): Promise<PersonChanges> => changesOf(c.env, await parseBody(c.req.raw, body))

/** The changes of a person that the fields of a request or of a row stand for. */
export async function changesOf(domain: Domain, fields: z.output<typeof personFields>): Promise<PersonChanges> {
  const { identity_key_value, partner_user_id, ...others } = fields
  const changes = { ...others, ...(partner_user_id !== undefined && { partner_user_id: idText(partner_user_id) }) }
  if (identity_key_value === undefined) return changes
  const { identity_key } = await clientOf({ env: domain })
  return { ...changes, [identity_key]: idText(identity_key_value) }
}

export const profileDocs = {
  create: {
    summary: 'Create a person',
    description: 'The email or partner_user_id must be unique.',
    body,
    response: personSchema,
    errors: ['invalid_parameter', ...profileErrors],
  },
  show: { summary: 'Get a person', response: personSchema, errors: ['person_not_found'] },
  update: {
    summary: 'Update a person',
    description: 'Fields that are not in the body stay unchanged.',
    body,
    response: personSchema,
    errors: ['person_not_found', ...profileErrors],
  },
} satisfies Record<string, CallDocs>
