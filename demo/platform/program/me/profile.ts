import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { bind, type Fields, readBody } from '../../http/body.js'
import { type ErrorCode, RestError } from '../../http/rest-error.js'
import type { Level } from '../../identity/level.js'
import type { Person } from '../../identity/person.js'
import { tokenLevel } from '../../identity/token.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'
import { parametersOf } from './parameters.js'

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

type Update = z.infer<typeof update>

/** `POST /v4/me`: changes what the body names, and nothing else. */
export async function updateProfile(c: ProgramContext): Promise<Response> {
  const changes = bind(update, (await readBody(c.req.raw, ['json', 'form'])).fields)
  checkFields(changes)
  if (changes.email) changes.email = changes.email.trim().toLowerCase()
  const { person_id } = await personOf(c)
  await c.env.db.transaction(async db => {
    await checkFree({ ...c.env, db }, person_id, changes)
    for (const [column, value] of Object.entries(changes))
      await db.query(`update persons set ${column} = $2 where person_id = $1`, [person_id, value])
  })
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

const LONGEST_NAME = 50
const LONGEST_ID = 200
const LONGEST_URL = 2000

function checkFields(changes: Update): void {
  const refuse = (code: ErrorCode, message: string) => {
    throw new RestError(code, message)
  }
  const { email, partner_user_id, first_name, last_name, profile_picture_url } = changes
  if (email !== undefined && !z.email().safeParse(email.trim()).success)
    refuse('invalid_person_email', 'Not an email address')
  if (partner_user_id !== undefined && !within(partner_user_id, LONGEST_ID))
    refuse('partner_user_id_invalid_length', `A partner_user_id has 1 to ${LONGEST_ID} characters`)
  if (first_name !== undefined && !within(first_name, LONGEST_NAME))
    refuse('invalid_length_first_name', `A first name has 1 to ${LONGEST_NAME} characters`)
  if (last_name !== undefined && !within(last_name, LONGEST_NAME))
    refuse('invalid_length_last_name', `A last name has 1 to ${LONGEST_NAME} characters`)
  if (profile_picture_url !== undefined && !isWebUrl(profile_picture_url))
    refuse('invalid_profile_picture_url', 'Not the URL of a picture')
}

async function checkFree({ db }: Domain, personId: string, { email, partner_user_id }: Update): Promise<void> {
  const [taken] = await db.query<{ email: string | null }>(
    'select email from persons where person_id <> $1 and (email = $2 or partner_user_id = $3) limit 1',
    [personId, email ?? null, partner_user_id ?? null],
  )
  if (!taken) return
  if (email && taken.email === email)
    throw new RestError('person_email_already_defined', 'Somebody else has this email')
  throw new RestError('partner_user_id_already_defined', 'Somebody else has this partner_user_id')
}

const within = (text: string, longest: number) => text.length >= 1 && text.length <= longest

const isWebUrl = (text: string) =>
  text.length <= LONGEST_URL && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
