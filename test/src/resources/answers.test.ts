import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RewardsError } from '../../../src/index.js'
import { everyCall } from './every-call.js'
import { scripted } from './scripted.js'

const ids = { person: 'p', asset: 'a', share: 's', code: 'c', polling: 'q' }
const text = 'text'

/** One object that every schema takes, so that what fuzzing changes in it reaches all of them. */
const whole = {
  ...{
    id: text,
    code: text,
    link: text,
    name: 'secret',
    filename: text,
    mime_type: text,
    tags: [text],
    data_type: text,
  },
  ...{ status: 'SUCCEEDED', share_id: text, campaign_id: text, recipients: [text], share_date: text, step_name: text },
  ...{ event_id: text, event_date: text, container: text, quality: text, journey_type: text, created_date: text },
  ...{ updated_date: text, reason: text, updated_at: text, audience_id: text, polling_id: 'q', recipient_email: text },
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
const isList = (name: string) => /\.list$|fromMe|toMe|downloadByName|shareBatch/.test(name)
const codes = ['invalid_response', 'filter_ignored', 'asset_not_found', 'network_error']

/** Makes a call of a platform that answers each request with this text. */
async function outcome(name: string, body: string) {
  const { rewards } = scripted(
    () => new Response(body, { headers: { 'content-type': 'application/json', 'x-svc-token': 'token' } }),
  )
  try {
    return { answer: await everyCall[name]!(rewards, ids) }
  } catch (error) {
    return { error }
  }
}

// What fetches the address it was given goes to a network that is not there.
const calls = Object.keys(everyCall).filter(name => !/\.url$/.test(name))

describe.each(calls)('whatever %s is answered', name => {
  test('is what it should be, or a RewardsError that says what is wrong', async () => {
    const { answer } = await outcome(name, JSON.stringify(isList(name) ? [whole] : whole))
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
      { numRuns: 40 },
    )
  })
})

test('an answer of the wrong shape is named by its place', async () => {
  const { error } = await outcome(
    'rewardStatus.get',
    JSON.stringify({ ...whole, reward: { ...whole.reward, face_value: 'ten' } }),
  )
  expect(error).toMatchObject({ code: 'invalid_response', message: expect.stringContaining('reward.face_value') })
  expect((error as Error).message).toMatch(/^GET \/api\/v4\/me\/rewards\/status: /)
  const { error: inList } = await outcome('shareables.list', JSON.stringify([whole, { ...whole, code: 7 }]))
  expect((inList as Error).message).toContain('1.code')
})

test.each(['', '.', '..'])('a file whose id is %j has none', async id => {
  const { error } = await outcome('assets.downloadByName', JSON.stringify([{ ...whole, id }]))
  expect(error).toMatchObject({ code: 'invalid_response', message: expect.stringContaining('0.id') })
})

test.each([
  [true],
  ['12', 12, null, undefined],
])('what a step was worth is text or a number, or not said: %j', async (...values) => {
  for (const value of values) {
    const { answer, error } = await outcome('steps.list', JSON.stringify([{ ...whole, value }]))
    if (value === true) expect(error).toMatchObject({ message: expect.stringContaining('0.value') })
    else expect(answer).toMatchObject([value === undefined ? {} : { value }])
  }
})

test('fields and values that this version does not know are kept', async () => {
  const { answer } = await outcome('steps.list', JSON.stringify([{ ...whole, quality: 'GOLDEN', colour: { hue: 7 } }]))
  expect(answer).toMatchObject([{ quality: 'GOLDEN', colour: { hue: 7 } }])
})
