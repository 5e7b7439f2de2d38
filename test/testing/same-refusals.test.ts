import { beforeAll, expect, test } from 'vitest'
import { createTestPlatform } from '../../testing/index.js'
import { proofOf } from '../proof.js'
import { platform, usePlatform } from '../src/local-platform.js'
import { PROGRAM } from '../start-platform.js'

const CONSUMER = { email: 'ada@example.com', first_name: 'Ada' }
const KEY = 'for-mails'

usePlatform()

type Ask = (method: string, path: string, body?: unknown) => Promise<[status: number, code: string]>

let askKit: Ask
let askPlatform: Ask

/** Sends the requests of a verified consumer with one link, whose code each body has in the place of `KEY`. */
async function consumerOf(fetch: (request: Request) => Promise<Response>, jwt: string): Promise<Ask> {
  const call = (method: string, path: string, body?: unknown, authorization = '') =>
    fetch(
      new Request(PROGRAM + path, {
        method,
        headers: { 'content-type': 'application/json', authorization },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    )
  const { access_token } = await (await call('POST', '/api/v5/token', { jwt })).json()
  const token = `Bearer ${access_token}`
  const { code } = await (await call('POST', '/api/v6/me/shareables', { key: KEY }, token)).json()
  return async (method, path, body) => {
    const own = Object(body).advocate_code === KEY ? { ...Object(body), advocate_code: code } : body
    const answer = await call(method, path, own, token)
    return [answer.status, answer.ok ? '' : (await answer.json()).code]
  }
}

beforeAll(async () => {
  const kit = createTestPlatform({ domain: PROGRAM, consumer: { level: 'verified', ...CONSUMER } })
  askKit = await consumerOf(kit.answer, kit.jwt())
  askPlatform = await consumerOf(platform.fetch, await proofOf(CONSUMER))
})

const long = (length: number) => 'x'.repeat(length)

/** Input at a limit and beyond it, of the calls about the consumer. */
const INPUT: Record<string, unknown[]> = {
  'POST /api/v4/me': [
    { first_name: long(50) },
    { first_name: long(51) },
    { first_name: '' },
    { first_name: '  ' },
    { first_name: 5 },
    { first_name: null },
    { last_name: long(51) },
    { last_name: '' },
    { partner_user_id: long(200) },
    { partner_user_id: long(201) },
    { partner_user_id: '' },
    { partner_user_id: 7 },
    { profile_picture_url: 'https://img.brand.com/ada.png' },
    { profile_picture_url: `https://img.brand.com/${long(1980)}` },
    { profile_picture_url: 'ada.png' },
    { profile_picture_url: 'javascript:alert(1)' },
    { profile_picture_url: '' },
    { email: 'ada' },
    { email: '' },
    { email: 'ada@localhost' },
    { email: 'ada lovelace@example.com' },
    { email: `${long(190)}@example.com` },
    { email: ' Ada@Example.com ' },
    { cookie_consent: 'granted', processing_consent: 'denied' },
    { cookie_consent: 'yes' },
    { processing_consent: 'unset' },
  ],
  'POST /api/v4/me/parameters': [
    { parameters: { [long(200)]: 'M' } },
    { parameters: { [long(201)]: 'M' } },
    { parameters: { [long(201)]: 'M' }, type: 'CLIENT' },
    { parameters: { '': 'M' } },
    { parameters: { 'shoe size': 'M' } },
    { parameters: { 'shoe.size-eu_1': 'M' } },
    { parameters: { größe: 'M' } },
    { parameters: { size: long(2000) } },
    { parameters: { size: long(2001) } },
    { parameters: { size: [long(1996)] } },
    { parameters: { size: [long(1997)] } },
    { parameters: { size: long(2001) }, type: 'CLIENT' },
    { parameters: { size: null } },
    { parameters: { size: 'M' }, type: 'SECRET' },
    { parameters: [1, 2] },
    {},
    ...[
      ...['id', 'person_id', 'email', 'partner_user_id', 'first_name', 'last_name', 'profile_picture_url', 'locale'],
      ...['cookie_consent', 'cookie_consent_type', 'processing_consent', 'processing_consent_type'],
    ].map(name => ({ parameters: { [name]: 'x' } })),
  ],
  [`PUT /api/v4/me/parameters/${long(201)}`]: [{ value: 'M' }, { value: 'M', type: 'CLIENT' }],
  'PUT /api/v4/me/parameters/shoe%20size': [{ value: 'M' }],
  'PUT /api/v4/me/parameters/locale': [{ value: 'M' }],
  'PUT /api/v4/me/parameters/size': [
    { value: 'M' },
    { value: false },
    { value: null },
    {},
    { value: long(2001) },
    { value: 'M', type: 'SECRET' },
  ],
  'POST /api/v6/me/shareables': [
    { key: long(100) },
    { key: long(101) },
    { key: '' },
    { key: 'spring sale' },
    { key: 5 },
    { label: long(101) },
    { label: '' },
    { label: 'größe' },
    { preferred_code_prefixes: ['ada', 'no spaces'] },
    { preferred_code_prefixes: [long(101)] },
    { preferred_code_prefixes: 'ada' },
    { preferred_code_prefixes: [''] },
    { preferred_code_prefixes: [7] },
    { preferred_code_prefixes: ['ada', 'grace', long(100)] },
    { preferred_code_prefixes: null },
    { content: 'A title' },
    { content: { title: 5 } },
    { content: { url: `${PROGRAM}/page` } },
    { content: { url: '' } },
    { content: { url: `${PROGRAM}/${long(2000)}` } },
    { content: { url: 'brand.com' } },
    { content: { url: 'javascript:alert(1)' } },
    { content: { url: `${PROGRAM.replace('//', '//ada:secret@')}/` } },
    { content: { image_url: 'ada.png' } },
    { content: { image_url: '' } },
    { data: { [long(200)]: long(2000) } },
    { data: { [long(201)]: 'x' } },
    { data: { '': 'x' } },
    { data: { size: long(2001) } },
    { data: ['x'] },
  ],
  'POST /api/v6/me/shareables/get-or-create': [{ key: 'spring sale' }, { content: { image_url: 'ada.png' } }],
  'POST /api/v6/me/shareables/get-create-or-update': [{ label: long(101) }, { data: { size: long(2001) } }],
  'POST /api/v6/email/share': [
    { advocate_code: KEY, recipient_email: 'bob@example.com', message: long(2048), subject: long(78) },
    { advocate_code: KEY, recipient_email: 'bob@example.com', message: long(2049) },
    { advocate_code: KEY, recipient_email: 'bob@example.com', message: 'Hi', subject: long(79) },
    { advocate_code: KEY, recipient_email: 'bob@localhost', message: 'Hi' },
    { advocate_code: KEY, recipient_email: '', message: 'Hi' },
    { advocate_code: KEY, recipient_email: 'bob@example.com' },
    { advocate_code: KEY, message: 'Hi' },
    { advocate_code: 'nobody', recipient_email: 'bob@example.com', message: 'Hi' },
    { advocate_code: 'nobody', recipient_email: 'bob', message: 'Hi' },
    { recipient_email: 'bob@example.com', message: 'Hi' },
    { advocate_code: KEY, recipient_email: 'bob@example.com', message: 'Hi', data: 'x' },
  ],
  'POST /api/v6/email/share/batch': [
    { advocate_code: KEY, recipient_emails: ['bob@example.com', 'grace@example.com'], message: 'Hi' },
    { advocate_code: KEY, recipient_emails: ['bob@example.com', 'grace'], message: 'Hi' },
    { advocate_code: KEY, recipient_emails: [], message: 'Hi' },
    { advocate_code: KEY, recipient_emails: 'bob@example.com', message: 'Hi' },
    { advocate_code: KEY, recipient_emails: Array(101).fill('bob@example.com'), message: 'Hi' },
  ],
  'POST /api/v6/events': [
    { event_name: '' },
    { event_name: '', data: { email: 'ada' } },
    { event_name: long(201), data: { email: 'ada' } },
    ...['page view', long(200), long(201), 'reward_earned'].map(event_name => ({ event_name })),
    ...[
      { email: 'ada' },
      { email: 'ada@localhost' },
      { partner_user_id: long(201) },
      { partner_conversion_id: long(38) },
      { partner_conversion_id: long(39) },
      { partner_conversion_id: '' },
      { partner_conversion_id: 7 },
      { partner_conversion_id: null },
      { partner_conversion_id: ['7'] },
      { partner_event_id: long(200) },
      { partner_event_id: long(201) },
      { container: long(200) },
      { container: long(201) },
      { event_time: '2026-05-01T12:00:00Z' },
      { event_time: 'yesterday' },
      { event_time: 1_777_636_800 },
      { event_time: 'May 1 2026' },
      { event_time: '2026-05-01' },
      { event_time: '2026-05-01T12:00:00.5+0200' },
      { event_time: '2026-05-01T12:00:00+24:00' },
      { event_time: '2026-05-01T24:00:00Z' },
      { event_time: '2026-02-30' },
      { event_time: '1969-12-31T23:59:59Z' },
      { event_time: '2999-01-01T00:00:00Z' },
      { email: 'ada', container: long(201) },
      { email: 'ada@example.com', event_time: 'yesterday' },
    ].map(data => ({ event_name: 'page_view', data })),
  ],
  'POST /api/v6/zones': [
    ...['nowhere', 'no where', long(100), long(101), 'größe'].map(event_name => ({ event_name })),
    { event_name: 'nowhere', data: { email: 'ada@localhost' } },
    { event_name: 'nowhere', data: { partner_conversion_id: long(39) } },
    { event_name: 'nowhere', data: { email: 'ada', container: long(201) } },
  ],
  'POST /api/v6/zones/no%20where': [{}],
  'POST /api/v6/zones/no%2Dwhere': [{}],
  'POST /api/v5/token': [
    { duration_seconds: 157_680_001 },
    { duration_seconds: 0 },
    { duration_seconds: 1.5 },
    { email: 'ada@localhost' },
    { jwt: 'unsigned' },
  ],
  'GET /api/v4/me/rewards/status': [undefined],
  'GET /api/v4/me/rewards/status?polling_id=p-1&reward_name=advocate-20': [undefined],
  'GET /api/v4/me/shares/none': [undefined],
  'GET /api/v6/me/shareables/none': [undefined],
}

/** A long text would hide the rest of a name. */
const shown = (text: string) => text.replace(/x{9,}/g, run => `${run.length} letters`)

const CALLS = Object.keys(INPUT).map(call => [shown(call), call] as const)

test.each(CALLS)('%s: the testing kit refuses what the platform refuses, with the same code', async (_, call) => {
  const [method, path] = call.split(' ') as [string, string]
  const answersTo = async (ask: Ask) => {
    const answers: Record<string, unknown> = {}
    for (const body of INPUT[call]!) answers[shown(String(JSON.stringify(body)))] = await ask(method, path, body)
    return answers
  }
  expect(await answersTo(askKit)).toEqual(await answersTo(askPlatform))
})
