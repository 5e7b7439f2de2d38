import { z } from 'zod'
import { liveRules } from '../../campaign/live-program.js'
import { partnerIdInSql } from '../../events/partner-ids.js'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { Person } from '../../identity/person.js'
import { addressIn } from '../../identity/person-fields.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { clientOf } from '../client.js'
import type { ServerContext } from '../server-call.js'
import { describePersons, personSchema } from './person.js'

/** The brand's own id of an event, by one of the program's partner keys. Finds the person of the event. */
const partnerKey = z.string().regex(/^[\w-]+:./, 'Expected name:value')

const query = z.object({
  identity_key_value: z.string().optional(),
  email: z.string().optional(),
  partner_user_id: z.string().optional(),
  partner_key: partnerKey.optional().meta({
    description: 'One of the program’s partner keys and its value, as name:value',
    examples: ['partner_conversion_id:J-1906'],
  }),
})

/**
 * `GET /v5/persons`: the persons that match all criteria. Throws `invalid_parameter` without a criterion
 * (specification 4.4).
 */
export async function searchPersons(c: ServerContext): Promise<Response> {
  const criteria = validate(query, c.req.query())
  if (Object.values(criteria).every(value => value === undefined))
    throw new RestError('invalid_parameter', 'At least one criterion is required', { parameters: { names } })
  if (criteria.partner_key !== undefined) await checkPartnerKey(c, criteria.partner_key)
  const { identity_key } = await clientOf(c)
  return Response.json(await describePersons(c, await find(c, { ...criteria, identity_key })))
}

/** Throws `binding_error` for a key that the program does not have. */
async function checkPartnerKey(c: ServerContext, key: string): Promise<void> {
  const { partner_keys } = await liveRules(c.env)
  if (partner_keys.some(name => key.startsWith(`${name}:`))) return
  throw new RestError(
    'binding_error',
    `partner_key: Expected one of the program's partner keys, ${partner_keys.join(', ')}`,
    {
      parameters: { parameter: 'partner_key' },
    },
  )
}

const names = Object.keys(query.shape)

export const searchDocs = {
  summary: 'Search for persons',
  description: 'Searches by the identity key or another key. At least one criterion is required, and all must match.',
  query,
  response: z.array(personSchema),
  errors: ['invalid_parameter'],
} satisfies CallDocs

type Criteria = z.infer<typeof query> & { identity_key: 'email' | 'partner_user_id' }

/** The keys of a merged profile lead to its target. Only the criteria that are given are part of the statement: so each uses its index. */
function find({ env }: ServerContext, criteria: Criteria): Promise<Person[]> {
  const { identity_key, identity_key_value, email, partner_user_id, partner_key } = criteria
  const params: unknown[] = [env.clientId]
  const parameter = (value: unknown) => `$${params.push(value)}`
  const withKey = (key: Criteria['identity_key'], value: string) =>
    `person_id in (select coalesce(merged_into, person_id) from persons
       where client_id = $1 and ${key} = ${parameter(key === 'email' ? addressIn(value) : value.trim())})`
  const withPartnerKey = (given: string) => {
    const [name, ...rest] = given.split(':')
    const value = rest.join(':')
    return `person_id in (select person_id from events
      where ${partnerIdInSql(name!, value, parameter)} and data->>${parameter(name)} = ${parameter(value)})`
  }
  const conditions = [
    identity_key_value !== undefined && withKey(identity_key, identity_key_value),
    email !== undefined && withKey('email', email),
    partner_user_id !== undefined && withKey('partner_user_id', partner_user_id),
    partner_key !== undefined && withPartnerKey(partner_key),
  ].filter(Boolean)
  return env.db.query<Person>(
    `select * from persons where client_id = $1 and merged_into is null and ${conditions.join(' and ')}
     order by created_at, person_id`,
    params,
  )
}
