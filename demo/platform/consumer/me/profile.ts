import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { type BodyShape, type Fields, parseBody } from '../../http/body.js'
import { changePerson, profileErrors } from '../../identity/change-person.js'
import type { Level } from '../../identity/level.js'
import { parametersOf } from '../../identity/parameter.js'
import type { Person } from '../../identity/person.js'
import { tokenLevel } from '../../identity/token.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'

/** `GET /v4/me`: the part of the profile that the level of the token may see (specification 3.1). */
export async function showProfile(c: ProgramContext): Promise<Response> {
  return Response.json(await profile(c.env, await personOf(c), tokenLevel(callerOf(c).token)))
}

const consent = z.enum(['granted', 'denied']).optional()

const update = {
  schema: z
    .object({
      email: z.string().optional(),
      partner_user_id: z.string().optional().describe('1 to 200 characters.'),
      first_name: z.string().optional().describe('1 to 50 characters.'),
      last_name: z.string().optional().describe('1 to 50 characters.'),
      profile_picture_url: z.string().optional().describe('An http(s) URL.'),
      cookie_consent: consent,
      processing_consent: consent,
    })
    .meta({ examples: [{ first_name: 'Grace', cookie_consent: 'granted' }] }),
  accepts: ['json', 'form'],
} satisfies BodyShape

/** `POST /v4/me`: changes only the given fields. */
export async function updateProfile(c: ProgramContext): Promise<Response> {
  const changes = await parseBody(c.req.raw, update)
  await changePerson(c.env, (await personOf(c)).person_id, changes)
  return Response.json({ status: 'SUCCEEDED' })
}

async function profile(domain: Domain, person: Person, level: Level): Promise<Fields> {
  const isVerified = level === 'verified'
  const verifiedOnly = <T>(value: T) => (isVerified ? value : null)
  return {
    id: person.person_id,
    email: verifiedOnly(person.email),
    first_name: level === 'anonymous' ? null : person.first_name,
    last_name: verifiedOnly(person.last_name),
    partner_user_id: verifiedOnly(person.partner_user_id),
    profile_picture_url: verifiedOnly(person.profile_picture_url),
    locale: verifiedOnly(person.locale),
    parameters: isVerified ? await parametersOf(domain, person.person_id) : {},
    cookie_consent: verifiedOnly(person.cookie_consent),
    cookie_consent_type: isVerified && person.cookie_consent ? 'CLIENT' : 'UNSET',
    processing_consent: verifiedOnly(person.processing_consent),
    processing_consent_type: isVerified && person.processing_consent ? 'CLIENT' : 'UNSET',
  }
}

const text = z.string().nullable()
const consentType = z.enum(['CLIENT', 'UNSET'])

const profileSchema = z
  .object({
    id: z.string(),
    email: text,
    first_name: text,
    last_name: text,
    partner_user_id: text,
    profile_picture_url: text,
    locale: text,
    parameters: z.record(z.string(), z.unknown()),
    cookie_consent: text,
    cookie_consent_type: consentType,
    processing_consent: text,
    processing_consent_type: consentType,
  })
  .meta({ id: 'Profile' })

export const profileDocs = {
  show: {
    summary: 'Get the consumer’s profile',
    description: 'An identified consumer sees only the id and the first name. An anonymous consumer sees only the id.',
    response: profileSchema,
  },
  update: {
    summary: 'Change fields of the profile',
    body: update,
    response: z.object({ status: z.string() }),
    errors: profileErrors,
  },
} satisfies Record<string, CallDocs>
