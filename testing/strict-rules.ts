import { cleanBody } from './clean-body.js'
import type { Call, Rules } from './consumer-calls.js'
import { describeWrongContent } from './content-keys.js'
import { errorReply, type Reply } from './http-messages.js'
import { hasLevel } from './person.js'
import { refuseClaims, refuseNamed, refuseValues } from './refuse-values.js'
import { sendMails } from './send-mails.js'

/** The place of the value in an item, by list and filter. */
const FILTERS: Record<string, Record<string, string>> = {
  steps: {
    campaign_id: 'campaign_id',
    program_label: 'program_label',
    step_name: 'step_name',
    quality: 'quality',
    partner_event_id_name: 'partner_event_id.name',
    partner_event_id_value: 'partner_event_id.value',
  },
  journeys: { container: 'container', type: 'journey_type' },
}

/** What the fields that only a verified consumer sees contain for others, by the kind of the items (specification 3.1). */
const HIDDEN: Record<string, object> = {
  shares: { message: null, subject: null, recipients: [], recipient_email: null, friend: null, data: {} },
  steps: { value: null, partner_event_id: null, data: {} },
}

/** Hidden fields are hidden first: nobody finds an item by what they do not see. */
function narrow({ person, request: { path, query } }: Call, answer: unknown): unknown {
  const kind = path.replace(/^.*\/me\/|\/.*$/g, '')
  const hidden = hasLevel(person, 'verified') ? undefined : HIDDEN[kind]
  const show = (item: object) => ({ ...item, ...hidden })
  if (!Array.isArray(answer)) return hidden && answer ? show(answer) : answer
  const isVisible = (item: object) => !hidden || !('step_name' in item) || item.step_name !== 'reward_earned'
  return filterBy(kind, query, answer.filter(isVisible).map(show))
}

/** The platform ignores filters that it does not know. */
function filterBy(kind: string, query: Record<string, string>, items: object[]): object[] {
  if (kind === 'shares') return sharesOf(items, query)
  const fields = FILTERS[kind] ?? {}
  const filters = Object.entries(query).filter(([name]) => name in fields)
  return items.filter(item => filters.every(([name, value]) => String(valueAt(item, fields[name]!)) === value))
}

const valueAt = (item: object, place: string) =>
  place.split('.').reduce((value, name) => Object(value)[name], item as unknown)

/** `partner_id` is a value, or `name:value`. */
function sharesOf(shares: object[], query: Record<string, string>) {
  const wanted = [query.partner_share_id && `partner_share_id:${query.partner_share_id}`, query.partner_id].filter(
    Boolean,
  )
  const idsOf = (share: object) => {
    const { name, value } = Object(valueAt(share, 'partner_id'))
    return [value, `${name}:${value}`]
  }
  return shares.filter(share => wanted.every(id => idsOf(share).includes(id)))
}

const REWARD_KEYS = ['polling_id', 'reward_name', 'partner_event_id']

function refuse(call: Call): Reply | undefined {
  const { path, query } = call.request
  if (path.endsWith('/rewards/status') && REWARD_KEYS.filter(name => query[name]).length !== 1)
    return errorReply(400, 'invalid_reward_filter', `The call needs one of ${REWARD_KEYS.join(', ')}`)
  return refuseValues(call)
}

/** Five years, in seconds. */
const LONGEST_LIFETIME = 157_680_000

function refuseToken(body: unknown): Reply | undefined {
  const seconds = Number(Object(body).duration_seconds ?? 1)
  if (!Number.isInteger(seconds)) return errorReply(400, 'binding_error', 'duration_seconds must be a whole number')
  if (seconds < 1 || seconds > LONGEST_LIFETIME)
    return errorReply(400, 'invalid_access_token_duration', `duration_seconds must be 1 to ${LONGEST_LIFETIME}`)
  return undefined
}

const failed = (name: string, fault: string) => ({
  refusal: errorReply(500, 'test_failure', `The function of the zone "${name}" ${fault}`),
})

/** An exception would look like a failure of the network. */
const compute: Rules['compute'] = (name, source, about) => {
  try {
    const content = typeof source === 'function' ? source(about) : source
    if (typeof Object(content).then === 'function') return failed(name, 'must not be async')
    const fault = describeWrongContent(content)
    return fault ? failed(name, `returns content that ${fault}`) : { content }
  } catch (cause) {
    return failed(name, `has thrown: ${cause}`)
  }
}

const corsHeaders: Rules['corsHeaders'] = ({ headers }) => ({
  'access-control-allow-origin': headers.origin ?? '*',
  'access-control-allow-credentials': 'true',
  'access-control-allow-methods': 'GET, POST, PUT, DELETE',
  'access-control-allow-headers': 'authorization, content-type, x-svc-jwt',
  'access-control-expose-headers':
    'x-svc-token, x-svc-error-message, x-svc-campaign, x-svc-input-event-id, x-svc-cookie-consent, retry-after',
})

/** A test must fail where the platform refuses. */
export const STRICT_RULES: Rules = {
  clean: cleanBody,
  refuse,
  sendMails,
  narrow,
  refuseNamed,
  refuseClaims,
  refuseToken,
  compute,
  corsHeaders,
}
