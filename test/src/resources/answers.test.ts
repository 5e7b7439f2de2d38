import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RewardsError } from '../../../src/index.js'
import { web } from '../wire.js'
import { everyCall, isList, REQUIRED_FIELDS } from './every-call.js'
import { scripted } from './scripted.js'

/** Of each property. The values differ with each run of the tests. */
const RUNS = 15

const ids = { person: 'p', asset: 'a', share: 's', code: 'c', polling: 'q' }
const text = 'text'

const requiredFields: Record<string, unknown> = Object.assign({}, ...Object.values(REQUIRED_FIELDS))

/** One object that every schema takes, so that what fuzzing changes in it reaches all of them. */
const whole = {
  ...requiredFields,
  ...{ name: 'secret', filename: text, mime_type: text, tags: [text], data_type: text },
  ...{ campaign_id: text, recipients: [text], share_date: text, step_name: text },
  ...{ event_id: text, event_date: text, container: text, quality: text, journey_type: text, created_date: text },
  ...{ updated_date: text, reason: text, updated_at: text, polling_id: 'q', recipient_email: text },
  content: { title: text },
  data: { a: 1 },
  person: { id: text, first_name: null, parameters: {} },
  partner_id: { name: text, value: 'secret-share' },
  partner_event_id: { name: text, value: text },
  reward: {
    ...{ reward_id: text, state: 'EARNED', face_value: 1, face_value_type: 'USD', campaign_id: text, person_id: text },
    ...{ container: text, created_at: text, data: {} },
  },
}
const codes = ['invalid_response', 'filter_ignored', 'asset_not_found', 'network_error']

/** Makes calls of one runtime, whose platform answers each request with the text of the call. */
function outcomes(name: string) {
  let body = ''
  const { rewards } = scripted(
    () => new Response(body, { headers: { 'content-type': 'application/json', 'x-svc-token': 'token' } }),
  )
  return async (answer: string): Promise<{ answer?: unknown; error?: unknown }> => {
    body = answer
    try {
      return { answer: await everyCall[name]!(rewards, ids) }
    } catch (error) {
      return { error }
    }
  }
}

/** Makes one call of a platform that answers each request with this text. */
const outcome = (name: string, body: string) => outcomes(name)(body)

// What fetches the address it was given goes to a network that is not there. The calls of `privacy` consist of the others.
const calls = Object.keys(everyCall).filter(name => !/\.url$|^privacy\./.test(name))

describe.each(calls)('any answer to %s', name => {
  test('resolves with the documented form or rejects with a RewardsError', async () => {
    const { answer, error } = await outcome(name, JSON.stringify(isList(name) ? [whole] : whole))
    expect(error, `complete isList and REQUIRED_FIELDS in test/src/resources/every-call.ts for ${name}`).toBeUndefined()
    expect(answer).toBeDefined()
    const keys = Object.keys(whole)
    const mutated = fc
      .tuple(fc.subarray(keys, { minLength: 1, maxLength: 3 }), fc.jsonValue({ maxDepth: 2 }))
      .map(([changed, value]) => ({ ...whole, ...Object.fromEntries(changed.map(key => [key, value])) }))
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      mutated,
      mutated.map(each => [each]),
    )
    await fc.assert(
      fc.asyncProperty(anything, async value => {
        const { error } = await outcome(name, JSON.stringify(value))
        if (error === undefined) return
        expect(error).toBeInstanceOf(RewardsError)
        expect(codes).toContain((error as RewardsError).code)
      }),
      { numRuns: RUNS },
    )
  })
})

// These two find the record by its name.
const FOUND_BY_NAME = /ByName$/

describe.each(calls)('the answer to %s', name => {
  const required = Object.keys(REQUIRED_FIELDS[name.split('.')[0]!] ?? {})
  const others = Object.keys(whole).filter(
    key => !required.includes(key) && !(FOUND_BY_NAME.test(name) && key === 'name'),
  )
  const wrap = (value: unknown) => JSON.stringify(isList(name) ? [value] : value)

  test('may have any value in a field that is not required', async () => {
    const changed = fc.tuple(
      fc.subarray(others, { minLength: 1, maxLength: 4 }),
      fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined }),
    )
    await fc.assert(
      fc.asyncProperty(changed, async ([keys, value]) => {
        const answer = Object.fromEntries(
          Object.entries(whole).flatMap(([key, was]) => {
            if (!keys.includes(key)) return [[key, was]]
            return value === undefined ? [] : [[key, value]]
          }),
        )
        const { error } = await outcome(name, wrap(answer))
        // A record that a filter should have kept out is left out.
        if ((error as RewardsError)?.code !== 'filter_ignored') expect(error).toBeUndefined()
      }),
      { numRuns: RUNS },
    )
  })

  test('may have any content in a part of it', async () => {
    const outcomeOf = outcomes(name)
    for (const part of ['content', 'person', 'partner_id', 'partner_event_id', 'reward'] as const)
      for (const value of [undefined, null, 7, true, 'x', [], {}]) {
        const content = Object.fromEntries(Object.keys(whole[part]).map(key => [key, value]))
        const { error } = await outcomeOf(wrap({ ...whole, [part]: content }))
        if ((error as RewardsError)?.code !== 'filter_ignored') expect(error, `${part}: ${value}`).toBeUndefined()
      }
  })
})

const needs = (name: string) => Object.keys(REQUIRED_FIELDS[name.split('.')[0]!] ?? {})
// A profile needs any of its fields.
const needy = calls.filter(name => /\.(get|list)$/.test(name) && needs(name).length && !name.startsWith('profile.'))

test.each(needy)('the answer to %s is refused if a field that it needs is missing or wrong', async name => {
  for (const field of needs(name))
    for (const value of [undefined, null, {}]) {
      const record = { ...whole, [field]: value }
      const { error } = await outcome(name, JSON.stringify(isList(name) ? [record] : record))
      const message = expect.stringMatching(`wrong at (0\\.)?${field}:`)
      expect(error, `${field}: ${value}`).toMatchObject({ code: 'invalid_response', message })
    }
})

test.each([
  ['an object without toString', { toString: null }],
  ['an object that is no text', { toString: 'x', valueOf: 7 }],
])('a text that is %s is left out', async (_, value) => {
  const { answer } = await outcome('shares.list', JSON.stringify([{ ...whole, campaign_id: value }]))
  expect(answer).toMatchObject([{ share_id: text, campaign_id: undefined }])
})

test('the published forms of a reward and of a step are accepted', async () => {
  const reward = { ...whole.reward, sandbox: 'production-production', face_value: '10.00' }
  const { answer } = await outcome('rewardStatus.get', JSON.stringify({ ...whole, reward }))
  expect(answer).toMatchObject({ reward: { sandbox: 'production-production', face_value: '10.00' } })
  const { answer: steps } = await outcome('steps.list', JSON.stringify([{ name: 'conversion', event_date: text }]))
  expect(steps).toEqual([{ name: 'conversion', event_date: text }])
})

describe.each([
  ['no content', () => new Response(null, { status: 204, headers: { 'x-svc-token': 'token' } })],
  ['no content, by a server without the header', () => new Response(null, { status: 204 })],
  ['an object without a status', () => web('token', '{}')],
  ['an object of another form', () => web('token', '{"portal":true}')],
  ['null', () => web('token', 'null')],
  ['text', () => web('token', 'done')],
  ['nothing', () => web('token')],
])('a change that was made and is answered with %s', (_, answer) => {
  test.each([
    'profile.update',
    'parameters.update',
    'parameters.set',
    'email.share',
    'email.shareBatch',
    'assets.delete',
  ])('of %s has not failed: repeating it would make it twice', async name => {
    const { rewards, told, asked } = scripted(answer)
    const nothing = name === 'assets.delete' ? { id: ids.asset } : name === 'email.shareBatch' ? [] : {}
    expect(await everyCall[name]!(rewards, ids)).toEqual(nothing)
    expect(told).toEqual([])
    expect(asked()).toHaveLength(1)
  })
})

/** What another server answers in the platform's place. It happens to have fields of the platform's records. */
const PORTAL = { id: '1', status: 'ok', message: 'fine', data: {}, name: 'portal', code: 'OK', type: 'info' }
/** `parameters.all` is not among them: a parameter may have any name. */
const reads = calls.filter(name => /\.get$|rewardStatus|fromMe|toMe|\.list$/.test(name))

test.each<[string, unknown]>([
  ...reads.map((name): [string, unknown] => [name, isList(name) ? [PORTAL] : PORTAL]),
  ['rewardStatus.get', { status: 'ok' }],
  ['profile.update', { portal: true }],
  ['parameters.update', PORTAL],
  ['parameters.set', PORTAL],
  ['email.share', PORTAL],
  ['email.shareBatch', PORTAL],
  ['email.shareBatch', [PORTAL]],
  ['assets.delete', { portal: true }],
  ['assets.create', PORTAL],
  ['shareables.getOrCreate', PORTAL],
])('an answer of another server to %s is no success, and is not worth another attempt: %j', async (name, body) => {
  const { rewards, asked } = scripted(({ method }) => (name === 'assets.create' && method === 'GET' ? [] : body))
  const error = (await everyCall[name]!(rewards, ids).catch(error => error)) as RewardsError
  expect(error).toMatchObject({ code: 'invalid_response', status: 200, retryable: false })
  if (!reads.includes(name)) expect(error.message).toContain('The change may have been made')
  expect(asked().filter(({ method }) => method !== 'GET').length).toBeLessThanOrEqual(1)
})

test.each([
  ['shareables.create', { code: 'ada' }, 'link'],
  ['shareables.getOrCreate', { link: 'https://brand.com/s/ada' }, 'code'],
  ['assets.create', { name: 'a' }, 'id'],
])('an answer to %s that lacks what the call resolves with names it: %j', async (name, body, field) => {
  const { rewards } = scripted(({ method }) => (method === 'GET' ? [] : web('token', JSON.stringify(body))))
  const error = (await everyCall[name]!(rewards, ids).catch(error => error)) as RewardsError
  expect(error).toMatchObject({ code: 'invalid_response' })
  expect(error.message).toMatch(new RegExp(`is wrong at ${field}: .*The change may have been made$`))
})

test('ids that are numbers are read as text', async () => {
  const record = { share_id: 7, campaign_id: 8, audience_id: 9, code: 10, link: text, id: 11 }
  const answers = await Promise.all(
    ['shares.get', 'shareables.get', 'assets.get'].map(name => outcome(name, JSON.stringify(record))),
  )
  expect(answers).toMatchObject([
    { answer: { share_id: '7', campaign_id: '8' } },
    { answer: { code: '10' } },
    { answer: { id: '11' } },
  ])
  const { answer } = await outcome('audienceMemberships.list', JSON.stringify([record]))
  expect(answer).toMatchObject([{ audience_id: '9' }])
})

const TOUCH = ['label', 'reason', 'zone', 'advocate_code', 'share_id', 'shareable_id', 'coupon_code']

/** The fields of each record, or of a part of it, of which the SDK knows what they contain (contract 5). */
const FIELDS: [call: string, part: string, texts: string[], enums: string[], others: string[]][] = [
  [
    'profile.get',
    '',
    ['id', 'email', 'first_name', 'last_name', 'partner_user_id', 'profile_picture_url', 'locale'],
    ['cookie_consent', 'cookie_consent_type', 'processing_consent', 'processing_consent_type'],
    ['parameters'],
  ],
  [
    'assets.get',
    '',
    ['name', 'filename', 'mime_type', 'type', 'content_url', 'created_at'],
    ['data_type', 'status'],
    ['tags'],
  ],
  ['audienceMemberships.list', '', ['created_date', 'updated_date'], [], []],
  [
    'journeys.list',
    '',
    [
      ...['id', 'program', 'journey_name', 'campaign_id', 'container', 'created_date', 'updated_date'],
      ...TOUCH.flatMap(name => [`entry_${name}`, `last_${name}`]),
    ],
    ['journey_type'],
    ['data'],
  ],
  ['referrals.fromMe', '', ['container', 'reason', 'shareable_id', 'updated_at'], [], ['person']],
  ['referrals.toMe', 'person', ['id', 'first_name', 'image_url'], [], ['parameters']],
  ['rewardStatus.get', '', [], [], ['reward', 'quality_results']],
  [
    'rewardStatus.get',
    'reward',
    [
      ...['reward_id', 'partner_reward_id', 'campaign_id', 'person_id', 'container', 'created_at', 'expires_at'],
      'journey_name',
    ],
    ['state', 'face_value_type', 'partner_reward_key_type'],
    ['face_value', 'data'],
  ],
  [
    'shares.get',
    '',
    [
      ...['campaign_id', 'journey', 'channel', 'message', 'subject', 'recipient_email', 'share_date', 'link'],
      'shareable_id',
    ],
    [],
    ['recipients', 'partner_id', 'friend', 'data'],
  ],
  ['shares.get', 'partner_id', ['name', 'value'], [], []],
  ['shares.get', 'friend', ['id', 'first_name', 'image_url'], [], ['parameters']],
  [
    'steps.list',
    '',
    [
      ...['step_name', 'name', 'event_id', 'event_date', 'campaign_id', 'program_name', 'program_label', 'container'],
      'journey_name',
    ],
    ['quality'],
    ['value', 'partner_event_id', 'data'],
  ],
  ['steps.list', 'partner_event_id', ['name', 'value'], [], []],
  ['shareables.get', '', ['key', 'label'], [], ['content', 'data']],
  ['shareables.get', 'content', ['title', 'description', 'image_url', 'url', 'partner_content_id'], [], []],
]

test.each(FIELDS)('each field of the answer to %s is read: %s', async (name, part, texts, enums, others) => {
  const fieldsWith = (names: string[], value: unknown) => Object.fromEntries(names.map(each => [each, value]))
  const all = [...texts, ...enums, ...others]
  const read = async (value: unknown) => {
    const given = fieldsWith(all, value)
    const record = { ...whole, ...(part ? { [part]: given } : given) }
    const { answer } = await outcome(name, JSON.stringify(isList(name) ? [record] : record))
    const [first] = [answer].flat()
    return part ? Object(first)[part] : first
  }
  expect(await read(7)).toMatchObject({ ...fieldsWith(texts, '7'), ...fieldsWith(enums, undefined) })
  expect(await read('BRAND_NEW')).toMatchObject(fieldsWith([...texts, ...enums], 'BRAND_NEW'))
  expect(await read(null)).toMatchObject(fieldsWith(all, null))
  expect(await read(true)).toMatchObject(fieldsWith(all, undefined))
})

test('an answer without a required field is reported with the path of the field', async () => {
  const { error } = await outcome('rewardStatus.get', JSON.stringify({ ...whole, status: 7 }))
  expect(error).toMatchObject({ code: 'invalid_response', message: expect.stringContaining('status') })
  expect((error as Error).message).toMatch(/^The answer to GET \/api\/v4\/me\/rewards\/status is wrong at /)
})

const listCalls = Object.keys(everyCall).filter(name => /\.list$|fromMe|toMe/.test(name))

describe.each(listCalls)('an invalid item in the answer to %s', name => {
  const answering = (items: unknown[]) => {
    const { rewards, told } = scripted(() => items)
    return { told, answer: everyCall[name]!(rewards, ids) as Promise<unknown[]> }
  }

  test('is left out and reported once; the others are kept', async () => {
    const { told, answer } = answering([null, whole, 7, whole])
    expect(await answer).toHaveLength(2)
    expect(told).toMatchObject([
      {
        code: 'invalid_response',
        message: expect.stringMatching(/^The answer to (GET|POST) \/api\/[^?]* is wrong at 0: /),
      },
    ])
  })

  test.each([
    'null',
    '{}',
    '{"items":[]}',
    '"none"',
  ])('fails the call if the whole answer is no list: %s', async body => {
    const { rewards } = scripted(() => web('token', body))
    const error = (await everyCall[name]!(rewards, ids).catch(error => error)) as RewardsError
    expect(error).toMatchObject({ code: 'invalid_response' })
    expect(error.message).toContain('is wrong at its top level')
  })

  test('fails the call if there is no other item', async () => {
    const { told, answer } = answering([null])
    const error = await answer.catch(error => error)
    expect(error).toMatchObject({ code: 'invalid_response', retryable: false })
    expect(told).toEqual([error])
  })
})

test('an item without a required field is reported with the path of the field', async () => {
  const { rewards, told } = scripted(() => [whole, { ...whole, code: true }])
  expect(await rewards.shareables.list()).toHaveLength(1)
  expect(told).toMatchObject([{ code: 'invalid_response', message: expect.stringContaining('1.code') }])
})

test.each(['', '.', '..'])('an asset whose id is %j has no id', async id => {
  const { error } = await outcome('assets.downloadByName', JSON.stringify([{ ...whole, id }]))
  expect(error).toMatchObject({ code: 'invalid_response', message: expect.stringContaining('0.id') })
})

test.each(['12', 12, null, undefined, true])('the value of a step is text, a number or absent: %j', async value => {
  const { answer } = await outcome('steps.list', JSON.stringify([{ ...whole, value }]))
  expect((answer as { value?: unknown }[])[0]?.value).toBe(value === true ? undefined : value)
})

test('unknown fields and values are kept', async () => {
  const { answer } = await outcome('steps.list', JSON.stringify([{ ...whole, quality: 'GOLDEN', colour: { hue: 7 } }]))
  expect(answer).toMatchObject([{ quality: 'GOLDEN', colour: { hue: 7 } }])
})

test.each(reads)('unknown fields are kept by %s', async name => {
  const record = { ...whole, colour: { hue: 7 } }
  const { answer } = await outcome(name, JSON.stringify(isList(name) ? [record] : record))
  expect([answer].flat()).toMatchObject([{ colour: { hue: 7 } }])
})

test.each([
  ['assets.get', 'tags'],
  ['shares.get', 'recipients'],
])('a list of texts in the answer to %s is left out if one of them is no text', async (name, field) => {
  const { answer } = await outcome(name, JSON.stringify({ ...whole, [field]: ['one', 7] }))
  expect(answer).toHaveProperty('id', 'text')
  expect(Object(answer)[field]).toBeUndefined()
})

test('a list of twenty thousand items is whole, with one request', async () => {
  const items = Array.from({ length: 20_000 }, (_, index) => ({ event_id: `${index}`, step_name: 'visited' }))
  const { rewards, asked } = scripted(() => items)
  const steps = await rewards.steps.list()
  expect([steps.length, steps.at(-1)!.event_id]).toEqual([20_000, '19999'])
  expect(asked()).toHaveLength(1)
})
