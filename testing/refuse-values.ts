import type { Data } from '../src/api.js'
import type { Call } from './consumer-calls.js'
import { errorReply, type Reply } from './http-messages.js'
import type { Claims } from './person.js'

/** The error of the platform, unless each value is valid. A value that is undefined is missing, and valid. */
type Rule = [status: number, code: string, values: Record<string, unknown>, isValid: (value: unknown) => boolean]

const MAX_ID = 200
const MAX_NAME = 50
const MAX_URL = 2000
const MAX_LABEL = 100
const MAX_DATA_NAME = 200
const MAX_DATA_VALUE = 2000
const MAX_MESSAGE = 2048
const MAX_SUBJECT = 78
const MAX_RECIPIENTS = 100
const MAX_EVENT_NAME = 200
const MAX_CONVERSION_ID = 38
const MAX_AHEAD_MS = 86_400_000
const ZONE_NAME = /^[A-Za-z0-9_-]{1,100}$/

/** The rules of each call that changes something, by its path. As on the platform, the first rule that is broken decides. */
const RULES: [path: RegExp, rules: (call: Call) => Rule[]][] = [
  [/\/api\/v4\/me$/, profileRules],
  [/\/me\/parameters(\/[^/]+)?$/, parameterRules],
  [/\/me\/shareables(\/[^/]+)?$/, shareableRules],
  [/\/email\/share(\/batch)?$/, mailRules],
]

/** The error of a call with a value that the platform refuses (contract 5). Undefined if it takes them all. */
export function refuseValues(call: Call): Reply | undefined {
  const { method, path } = call.request
  if (method === 'GET') return undefined
  const [, rulesOf] = RULES.find(([pattern]) => pattern.test(path)) ?? []
  return refusalOf(rulesOf?.(call) ?? [])
}

/** The error of a zone or an event with a name or data that the platform refuses (contract 3 and 4). Undefined if it takes them. */
export function refuseNamed(kind: 'zone' | 'event', name: unknown, data: Data): Reply | undefined {
  return refusalOf([
    [
      400,
      'invalid_zone_name',
      { event_name: kind === 'zone' ? name : undefined },
      each => ZONE_NAME.test(String(each)),
    ],
    [
      400,
      'invalid_parameter',
      { event_name: name },
      each => hasLength(each, MAX_EVENT_NAME) && each !== 'reward_earned',
    ],
    [400, 'invalid_parameter', { partner_event_id: data.partner_event_id }, isId(MAX_ID)],
    [400, 'invalid_parameter', { partner_conversion_id: data.partner_conversion_id }, isId(MAX_CONVERSION_ID)],
    [400, 'invalid_parameter', { container: data.container }, each => !isText(each) || each.length <= MAX_ID],
    [400, 'invalid_parameter', { event_time: data.event_time }, isEventTime],
  ])
}

function refusalOf(rules: Rule[]): Reply | undefined {
  for (const [status, code, values, isValid] of rules) {
    const [name, value] = Object.entries(values).find(([, each]) => each !== undefined && !isValid(each)) ?? []
    if (name !== undefined)
      return errorReply(status, code, `The platform refuses this value of ${name}: ${JSON.stringify(value)}`)
  }
  return undefined
}

/** The error of claims that the platform refuses. Undefined if it takes them. */
export function refuseClaims({ email, partner_user_id }: Claims): Reply | undefined {
  if (String(partner_user_id ?? '').length > MAX_ID)
    return errorReply(400, 'partner_user_id_invalid_length', `A partner_user_id has at most ${MAX_ID} characters`)
  if (!String(email ?? '').trim() || isAddress(email)) return undefined
  return errorReply(403, 'invalid_email', `The platform refuses this email address: ${JSON.stringify(email)}`)
}

function profileRules({ body }: Call): Rule[] {
  const { email, partner_user_id, first_name, last_name, profile_picture_url, cookie_consent, processing_consent } =
    body
  return [
    [400, 'binding_error', { email, partner_user_id, first_name, last_name, profile_picture_url }, isText],
    [400, 'binding_error', { cookie_consent, processing_consent }, isOneOf('granted', 'denied')],
    [400, 'invalid_person_email', { email }, isAddress],
    [400, 'partner_user_id_invalid_length', { partner_user_id }, isFilled(MAX_ID)],
    [400, 'invalid_length_first_name', { first_name }, isFilled(MAX_NAME)],
    [400, 'invalid_length_last_name', { last_name }, isFilled(MAX_NAME)],
    [400, 'invalid_profile_picture_url', { profile_picture_url }, url => hasLength(url, MAX_URL) && isWebUrl(url)],
  ]
}

/** Names that the platform keeps itself. */
const READ_ONLY =
  /^(id|person_id|email|partner_user_id|first_name|last_name|profile_picture_url|locale|(cookie|processing)_consent(_type)?)$/

function parameterRules({ request, body, id }: Call): Rule[] {
  const one = body.value === undefined ? undefined : { [id]: body.value }
  const given = request.method === 'PUT' ? one : body.parameters
  const names = namesIn(given)
  const values = Object.fromEntries(Object.entries(Object(given)).map(([name, value]) => [name, value ?? null]))
  const lengthCode = (what: 'name' | 'value') =>
    body.type === 'CLIENT' ? `client_params_${what}_length_out_of_range` : `invalid_${what}`
  return [
    [400, 'binding_error', { parameters: given ?? null }, isMap],
    [400, 'binding_error', { type: body.type }, isOneOf('CLIENT', 'PRIVATE', 'PUBLIC')],
    [400, 'read_only_name', names, name => !READ_ONLY.test(String(name))],
    [403, lengthCode('name'), names, name => hasLength(name, MAX_DATA_NAME)],
    [403, 'invalid_name', names, name => /^[\w.-]+$/.test(String(name))],
    [403, 'invalid_value', values, value => value !== null],
    [403, lengthCode('value'), values, value => lengthOf(value) <= MAX_DATA_VALUE],
  ]
}

function shareableRules({ body, request }: Call): Rule[] {
  const { key, label, content, data } = body
  const { preferred_code_prefixes } = Object(request.body)
  const { title, description, image_url, url, partner_content_id } = Object(content)
  const names = { key, label, ...Object(preferred_code_prefixes) }
  return [
    [400, 'binding_error', { key, label, title, description, image_url, url, partner_content_id }, isText],
    [400, 'binding_error', { content, data }, isMap],
    [400, 'binding_error', { preferred_code_prefixes }, isListOfTexts],
    [403, 'label_name_length_out_of_range', names, name => hasLength(name, MAX_LABEL)],
    [403, 'label_name_contains_illegal_character', names, name => /^[A-Za-z0-9_-]+$/.test(String(name))],
    [403, 'content_image_url_invalid', { image_url }, isWebUrl],
    [400, 'content_url_length_out_of_range', { url }, each => hasLength(each, MAX_URL)],
    [403, 'invalid_content_url', { url }, each => isWebUrl(each) && !new URL(String(each)).username],
    [403, 'data_attribute_name_invalid', namesIn(data), name => hasLength(name, MAX_DATA_NAME)],
    [403, 'data_attribute_value_length_out_of_range', Object(data), value => lengthOf(value) <= MAX_DATA_VALUE],
  ]
}

function mailRules({ request, person, body }: Call): Rule[] {
  const { advocate_code = null, message = null, subject, data } = body
  const isBatch = request.path.endsWith('/batch')
  const { recipient_email = null, recipient_emails = null } = body
  const recipients = isBatch ? recipient_emails : [recipient_email]
  const isOwn = (code: unknown) => person.shareables.some(each => each.code === code)
  return [
    [400, 'binding_error', { advocate_code, message, subject }, isText],
    [400, 'binding_error', { recipients }, each => isListOfTexts(each) && each.length > 0],
    [400, 'binding_error', { data }, isMap],
    [400, 'invalid_parameter', { message }, each => lengthOf(each) <= MAX_MESSAGE],
    [400, 'invalid_parameter', { subject }, each => lengthOf(each) <= MAX_SUBJECT],
    [400, 'invalid_parameter', { recipients }, each => Object(each).length <= MAX_RECIPIENTS],
    [403, 'invalid_email', { recipients }, each => isListOfTexts(each) && each.every(isAddress)],
    [403, 'shareable_not_found', { advocate_code }, isOwn],
  ]
}

/** Addresses that the platform takes: it has mails to send to them. */
const ADDRESS = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

function isAddress(value: unknown): boolean {
  const address = String(value).trim()
  return address.length <= MAX_ID && ADDRESS.test(address)
}

const isText = (value: unknown): value is string => typeof value === 'string'

const isListOfTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

/** `2026-05-01`, or with a time, and then maybe with an offset. */
const EVENT_TIME = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d)(?:(:\d\d)(\.\d+)?)?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/

/** Whether a value is a time of the calendar, since 1970 and at most a day ahead. Without an offset, it is in UTC. */
function isEventTime(value: unknown): boolean {
  if (!isText(value)) return false
  const [, day, minutes = 'T00:00', seconds = ':00', fraction = '', zone = 'Z'] = EVENT_TIME.exec(value) ?? []
  const written = `${day}${minutes}${seconds}`
  const local = Date.parse(`${written}${fraction}Z`)
  // The 30th of February would be a day in March.
  if (!(local >= 0) || !new Date(local).toISOString().startsWith(written)) return false
  return Date.parse(`${written}${fraction}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2')}`) <= Date.now() + MAX_AHEAD_MS
}

const isMap = (value: unknown) => Object(value) === value && !Array.isArray(value)

const isOneOf =
  (...values: string[]) =>
  (value: unknown) =>
    values.includes(String(value))

/** Stores also send their order numbers as numbers. */
const isId = (longest: number) => (value: unknown) =>
  (isText(value) || typeof value === 'number') && hasLength(String(value), longest)

/** The platform keeps names and numbers of customers without spaces around them. */
const isFilled = (longest: number) => (value: unknown) => hasLength(String(value).trim(), longest)

const hasLength = (value: unknown, longest: number) => lengthOf(value) >= 1 && lengthOf(value) <= longest

/** The length of a text, or of the JSON of another value. */
const lengthOf = (value: unknown) => (isText(value) ? value : (JSON.stringify(value) ?? '')).length

const isWebUrl = (value: unknown) => {
  try {
    return /^https?:$/.test(new URL(String(value)).protocol)
  } catch {
    return false
  }
}

/** Each name of an object, as a value to check. */
const namesIn = (given: unknown) => Object.fromEntries(Object.keys(Object(given)).map(name => [name, name]))
