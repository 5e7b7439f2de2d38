import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { bind, type Fields, readBody } from '../../http/body.js'
import { changePerson } from '../../identity/change-person.js'
import type { Level } from '../../identity/level.js'
import type { Person } from '../../identity/person.js'
import { tokenLevel } from '../../identity/token.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'
import { parametersOf } from './parameter.js'

/** `GET /v4/me`: the profile, as much of it as the token's level may see (specification 3.1). */
export async function showProfile(c: ProgramContext): Promise<Response> {
  return Response.json(await profile(c.env, await personOf(c), tokenLevel(callerOf(c).token)))
}

const consent = z.enum(['granted', 'denied']).optional()
const update = z.object({
  email: z.string().optional(),
  partner_user_id: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  profile_picture_url: z.string().optional(),
  cookie_consent: consent,
  processing_consent: consent,
})

/** `POST /v4/me`: changes what the body names, and nothing else. */
export async function updateProfile(c: ProgramContext): Promise<Response> {
  const changes = bind(update, (await readBody(c.req.raw, ['json', 'form'])).fields)
  await changePerson(c.env, (await personOf(c)).person_id, changes)
  return Response.json({ status: 'SUCCEEDED' })
}

async function profile(domain: Domain, person: Person, level: Level): Promise<Fields> {
  const whole = level === 'verified'
  const privately = <T>(value: T) => (whole ? value : null)
  return {
    id: person.person_id,
    email: privately(person.email),
    first_name: level === 'anonymous' ? null : person.first_name,
    last_name: privately(person.last_name),
    partner_user_id: privately(person.partner_user_id),
    profile_picture_url: privately(person.profile_picture_url),
    locale: privately(person.locale),
    parameters: whole ? await parametersOf(domain, person.person_id) : {},
    cookie_consent: privately(person.cookie_consent),
    cookie_consent_type: whole && person.cookie_consent ? 'CLIENT' : 'UNSET',
    processing_consent: privately(person.processing_consent),
    processing_consent_type: whole && person.processing_consent ? 'CLIENT' : 'UNSET',
  }
}
