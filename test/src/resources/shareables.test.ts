import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import type { Rewards, Shareable, ShareableFilters, ShareableInput } from '../../../src/index.js'
import { failure } from '../failure.js'
import { useProgram } from './program.js'

const program = useProgram()
let rewards: Rewards
beforeAll(async () => {
  rewards = (await program.identified('shareables@example.com')).rewards
})

test('a link is created, found, updated, and listed by key and label', async () => {
  const input = {
    key: 'garden',
    label: 'refer',
    content: { title: 'Roses', url: `${program.origin}/r` },
    data: { a: '1' },
  }
  const made = await rewards.shareables.getOrCreate(input)
  expect(made).toEqual({ ...input, code: expect.any(String), link: `${program.origin}/s/${made.code}` })
  // Only the last of the three calls changes a link that exists.
  expect(await rewards.shareables.getOrCreate({ key: 'garden', label: 'tell' })).toEqual(made)
  expect(await rewards.shareables.create({ key: 'garden', label: 'tell' })).toEqual(made)
  const updated = await rewards.shareables.getCreateOrUpdate({ key: 'garden', label: 'tell' })
  expect(updated).toEqual({ ...made, label: 'tell' })
  const another = await rewards.shareables.create({ preferred_code_prefixes: ['heron'] })
  expect(another).toMatchObject({ code: 'heron', key: 'heron', label: null })
  expect(await rewards.shareables.get('heron')).toEqual(another)
  expect(await rewards.shareables.list()).toEqual([updated, another])
  expect(await rewards.shareables.list({ key: 'garden' })).toEqual([updated])
  expect(await rewards.shareables.list({ label: 'tell', key: undefined })).toEqual([updated])
  expect(await rewards.shareables.list({ label: '&key=heron' })).toEqual([])
})

test('create() without a key makes another link each time, and getOrCreate() without one has one link', async () => {
  const made = [await rewards.shareables.create(), await rewards.shareables.create()]
  expect(made[0]!.code).not.toBe(made[1]!.code)
  const own = await rewards.shareables.getOrCreate()
  expect(own.key).toBe('default')
  expect(await rewards.shareables.getOrCreate()).toEqual(own)
})

describe('an invalid link', () => {
  test.each<[string, number, ShareableInput]>([
    ['content_url_length_out_of_range', 400, { content: { url: `https://a.example/${'x'.repeat(2000)}` } }],
    ['blocked_content_url', 403, { content: { url: 'https://evil.example/' } }],
    ['invalid_content_url', 403, { content: { url: 'javascript:alert(1)' } }],
    ['content_image_url_invalid', 403, { content: { image_url: 'rose.png' } }],
    ['label_name_contains_illegal_character', 403, { label: 'tell a friend' }],
    ['label_name_contains_illegal_character', 403, { key: 'ü' }],
    ['label_name_length_out_of_range', 403, { label: 'x'.repeat(101) }],
    ['data_attribute_name_invalid', 403, { data: { ['x'.repeat(201)]: '' } }],
    ['data_attribute_value_length_out_of_range', 403, { data: { a: 'x'.repeat(2001) } }],
    ['binding_error', 400, JSON.parse('{"key":7}')],
  ])('is rejected with %s by each of the three calls, which create nothing', async (code, status, input) => {
    const before = await rewards.shareables.list()
    for (const verb of ['create', 'getOrCreate', 'getCreateOrUpdate'] as const)
      expect(await failure(rewards.shareables[verb](input)), verb).toMatchObject({ code, status, retryable: false })
    expect(await rewards.shareables.list()).toEqual(before)
  })

  // The first is that of another person.
  test.each([demo.ada.code, 'nobodys', 'a/b', '%zz', 7 as never])('is not found by the code %s', async code => {
    expect(await failure(rewards.shareables.get(code))).toMatchObject({ code: 'shareable_not_found', status: 403 })
  })

  test.each(['', '.', '..'])('is not requested for the code %j', async code => {
    expect(await failure(rewards.shareables.get(code))).toMatchObject({ code: 'invalid_argument', status: 0 })
  })

  test('is not for an anonymous consumer', async () => {
    const { rewards } = program.visitor()
    const { list, create, getOrCreate, getCreateOrUpdate, get } = rewards.shareables
    for (const call of [list(), create(), getOrCreate(), getCreateOrUpdate(), get('ada')])
      expect(await failure(call)).toMatchObject({ code: 'scopes_denied', status: 403 })
  })
})

test('the types have the forms of the platform', () => {
  expectTypeOf<Shareable['code']>().toEqualTypeOf<string>()
  expectTypeOf<Shareable['label']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<ShareableFilters>().toEqualTypeOf<{ key?: string; label?: string }>()
  // @ts-expect-error a misspelt filter
  const misspelt: ShareableFilters = { lable: 'refer' }
  expect(misspelt).toBeDefined()
})
