import type { Asset, Data, Shareable } from '../src/api.js'
import { errorReply, type ReceivedRequest, type Reply } from './http-messages.js'
import { type Claims, hasLevel, type Person } from './person.js'
import type { ZoneContent, ZoneSource } from './zone-source.js'

/** A call about the consumer (contract 5). `id` is the last part of the path. */
export interface Call {
  person: Person
  request: ReceivedRequest
  body: Record<string, unknown>
  id: string
  domain: string
}

/** What a demo does not need. */
export interface Rules {
  /** The error of a call whose values the platform refuses (contract 5). */
  refuse(call: Call): Reply | undefined
  /** The fields of a body that the platform keeps, in the form in which it keeps them. */
  clean(path: string, body: Call['body']): Call['body']
  /** Answers a call that sends emails, and records the share of each. Undefined for other calls. */
  sendMails(call: Call): unknown
  /** What the consumer sees of an answer: no private fields below verified, and of a list the items that match the filters of the call. */
  narrow(call: Call, answer: unknown): unknown
  /** The error of a zone or an event with a name or data that the platform refuses. */
  refuseNamed(kind: 'zone' | 'event', name: unknown, data: Data): Reply | undefined
  /** The error of claims, of an event, a zone or a token. */
  refuseClaims(claims: Claims): Reply | undefined
  /** The error of a call that creates a token. */
  refuseToken(body: unknown): Reply | undefined
  /** The content of a zone whose source may be a function, or the error of that function. */
  compute(
    name: string,
    source: ZoneSource,
    about: { data: Data; consumer: Person },
  ): { content: ZoneContent } | { refusal: Reply }
  /** For a browser, in which the page is on another origin. */
  corsHeaders(request: ReceivedRequest): Record<string, string>
}

type Level = Person['level']
type Route = [method: string, path: RegExp, level: Level | ((call: Call) => Level), answer: (call: Call) => unknown]

const PENDING = { polling_id: 'test-poll', status: 'PENDING' }
const SUCCEEDED = { polling_id: 'test-poll', status: 'SUCCEEDED' }

/** The calls with a token in the header, with the level that each needs. */
const ROUTES: Route[] = [
  ['GET', /^\/api\/v4\/me$/, 'anonymous', ({ person }) => profileOf(person)],
  ['POST', /^\/api\/v4\/me$/, 'verified', updateProfile],
  ['GET', /\/me\/parameters$/, 'verified', ({ person }) => person.parameters],
  ['POST', /\/me\/parameters$/, 'verified', ({ person, body }) => setParameters(person, Object(body.parameters))],
  [
    'PUT',
    /\/me\/parameters\/[^/]+$/,
    'verified',
    ({ person, id, body }) => setParameters(person, { [id]: body.value }),
  ],
  ['GET', /\/me\/referrals-from-me$/, 'verified', ({ person }) => person.referrals ?? []],
  ['GET', /\/me\/referrals-to-me$/, 'verified', ({ person }) => person.referralsToMe ?? []],
  ['GET', /\/me\/rewards\/status$/, 'verified', rewardStatus],
  ['GET', /\/me\/audience-memberships$/, 'identified', ({ person }) => person.audienceMemberships ?? []],
  ['GET', /\/me\/journeys$/, 'identified', ({ person }) => person.journeys ?? []],
  ['GET', /\/me\/steps$/, 'identified', ({ person }) => person.steps ?? []],
  ['GET', /\/me\/shares$/, 'identified', ({ person }) => person.shares ?? []],
  ['GET', /\/me\/shares\/[^/]+$/, 'identified', ({ person, id }) => person.shares?.find(each => each.share_id === id)],
  ['GET', /\/me\/shareables$/, 'identified', listShareables],
  ['GET', /\/me\/shareables\/[^/]+$/, 'identified', ({ person, id }) => findShareable(person, id)],
  ['POST', /\/me\/shareables$/, 'identified', call => createShareable(call, randomKey)],
  ['POST', /\/me\/shareables\/get-or-create$/, 'identified', call => createShareable(call)],
  ['POST', /\/me\/shareables\/get-create-or-update$/, levelToUpdate, updateShareable],
  ['GET', /\/(me|persons\/[^/]+)\/assets$/, 'identified', (): Asset[] => []],
  ['POST', /\/email\/share$/, 'identified', ({ body }) => ({ ...PENDING, recipient_email: body.recipient_email })],
  ['POST', /\/email\/share\/batch$/, 'identified', shareBatch],
  ['POST', /\/me\/send-verification-email$/, 'identified', () => SUCCEEDED],
  ['GET', /\/me\/send-verification-email\/status\//, 'identified', () => SUCCEEDED],
]

/** Answers a call about the consumer. Undefined if the test platform does not have it. */
export function answerConsumerCall(
  request: ReceivedRequest,
  person: Person,
  domain: string,
  rules?: Rules,
): Reply | undefined {
  const { method, path } = request
  const [, , needed, answer] = ROUTES.find(([each, pattern]) => each === method && pattern.test(path)) ?? []
  if (!needed || !answer) return undefined
  const id = decodeURIComponent(path.replace(/^.*\//, ''))
  const given = Object(request.body)
  const call = { person, request, body: rules?.clean(path, given) ?? given, id, domain }
  const level = typeof needed === 'function' ? needed(call) : needed
  if (!hasLevel(person, level)) {
    const message = `The test platform: ${method} ${path} needs a consumer who is ${level}; this one is ${person.level}`
    return errorReply(403, 'scopes_denied', message)
  }
  const refusal = rules?.refuse(call)
  if (refusal) return refusal
  const found = rules?.sendMails(call) ?? answer(call)
  const body = rules ? rules.narrow(call, found) : found
  return body === undefined
    ? errorReply(403, `${path.includes('shareable') ? 'shareable' : 'share'}_not_found`, id)
    : { body }
}

/** An anonymous consumer has an id and nothing else, an identified one also a first name (specification 3.1). */
function profileOf({ id, level, parameters, ...known }: Person) {
  const isVerified = level === 'verified'
  const own = (key: keyof typeof known) => (isVerified ? known[key] : undefined) ?? null
  return {
    ...{ locale: null, id, cookie_consent: own('cookie_consent'), processing_consent: own('processing_consent') },
    cookie_consent_type: own('cookie_consent') ? 'CLIENT' : 'UNSET',
    processing_consent_type: own('processing_consent') ? 'CLIENT' : 'UNSET',
    first_name: (level === 'anonymous' ? undefined : known.first_name) ?? null,
    ...{ email: own('email'), last_name: own('last_name'), partner_user_id: own('partner_user_id') },
    ...{ profile_picture_url: own('profile_picture_url'), parameters: isVerified ? parameters : {} },
  }
}

function updateProfile({ person, body }: Call) {
  Object.assign(person, body)
  return { status: 'SUCCEEDED' }
}

function setParameters(person: Person, values: object) {
  Object.assign(person.parameters, values)
  return SUCCEEDED
}

function rewardStatus({ person, request }: Call) {
  const wanted = Object.values(request.query)
  const names = ({ reward_id, data }: { reward_id?: string | null | undefined; data?: unknown }) => [
    reward_id,
    ...Object.values(Object(data)),
  ]
  const reward = person.rewards?.find(each => names(each).some(name => wanted.includes(String(name)))) ?? null
  const state = String(reward?.state)
  if (/FULFILLED|SENT|REDEEMED/.test(state)) return { status: 'SUCCEEDED', reward, quality_results: [] }
  const isLost = /FAILED|CANCELL?ED|EXPIRED|REVOKED/.test(state)
  return { status: isLost ? 'FAILED' : 'PENDING', reward, quality_results: [] }
}

function listShareables({ person, request }: Call) {
  const filters = Object.entries(request.query).filter(([name]) => name === 'key' || name === 'label')
  return person.shareables.filter(each => filters.every(([name, value]) => each[name] === value))
}

const findShareable = (person: Person, code: string) => person.shareables.find(each => each.code === code)

/** The links that pages made. A link that a test gives to the consumer counts as made on another device. */
const madeByPages = new WeakSet<Shareable>()

const keyOf = ({ body }: Call) => (typeof body.key === 'string' ? body.key : 'default')

/** Without a key, `create` makes another link each time. */
const randomKey = (call: Call) =>
  typeof call.body.key === 'string' ? call.body.key : `key-${call.person.shareables.length + 1}`

const shareableOf = (call: Call, key = keyOf(call)) => call.person.shareables.find(each => each.key === key)

/** A consumer has one link for each key. */
function createShareable(call: Call, chooseKey = keyOf): Shareable {
  const { person, body, domain } = call
  const key = chooseKey(call)
  const known = shareableOf(call, key)
  if (known) return known
  const name = (person.first_name ?? 'friend').toLowerCase().replace(/[^a-z0-9]/g, '')
  const code = `${name || 'friend'}-${person.shareables.length + 1}`
  const shareable: Shareable = { label: null, content: null, data: {}, ...body, key, code, link: `${domain}/${code}` }
  person.shareables.push(shareable)
  madeByPages.add(shareable)
  return shareable
}

/** An existing link is changed by a verified consumer, or by the device that made it. */
function levelToUpdate(call: Call): Level {
  const known = shareableOf(call)
  const isOwn = !known || madeByPages.has(known)
  return isOwn || Object.entries(call.body).every(each => isSame(known, each)) ? 'identified' : 'verified'
}

const isSame = (shareable: Shareable, [name, value]: [string, unknown]) =>
  JSON.stringify(shareable[name]) === JSON.stringify(value)

function updateShareable(call: Call): Shareable {
  return Object.assign(createShareable(call), call.body)
}

function shareBatch({ body }: Call) {
  const emails: unknown = body.recipient_emails
  return Array.isArray(emails) ? emails.map(recipient_email => ({ ...PENDING, recipient_email })) : []
}
