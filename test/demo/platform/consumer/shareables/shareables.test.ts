import { describe, expect, test } from 'vitest'
import { newCode } from '../../../../../demo/platform/store/id.js'
import { codeOf, countStatements, program, shop, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit
const path = '/api/v6/me/shareables'
const post = async (token: string, verb: string, json: object) => (await send(path + verb, { token, json })).json()
const list = async (token: string, query = '') => (await send(path + query, { token })).json()

test('get-or-create returns the same link for the same key', async () => {
  const token = await visit.identified('ann@example.com')
  const request = {
    key: 'garden',
    label: 'refer',
    content: { title: 'Roses', url: `${shop}/roses` },
    data: { season: 'spring' },
  }
  const first = await post(token, '/get-or-create', request)
  expect(first).toEqual({ ...request, code: expect.any(String), link: `${program}/s/${first.code}` })
  expect(await post(token, '/get-or-create', { key: 'garden', label: 'other' })).toEqual(first)
  const unnamed = await post(token, '/get-or-create', {})
  expect([unnamed.key, unnamed.code === first.code]).toEqual(['default', false])
})

test('get-create-or-update changes only the given fields', async () => {
  const token = await visit.identified('bea@example.com')
  const { code } = await post(token, '/get-create-or-update', { key: 'k', label: 'one', data: { a: 1 } })
  expect(await post(token, '/get-create-or-update', { key: 'k', label: 'two' })).toMatchObject({
    code,
    label: 'two',
    data: { a: 1 },
  })
})

test('create without a key creates a new link each time', async () => {
  const token = await visit.identified('cat@example.com')
  const [one, two] = [await post(token, '', {}), await post(token, '', {})]
  expect(one.code).not.toBe(two.code)
  for (const { code, key } of [one, two]) expect(key).toBe(code)
  expect((await list(token)).map(({ code }: { code: string }) => code)).toEqual([one.code, two.code])
})

test('a preferred code goes to the first consumer who requests it', async () => {
  const one = await post(await visit.identified('dan@example.com'), '', { preferred_code_prefixes: ['dan-s'] })
  const two = await post(await visit.identified('dan2@example.com'), '', { preferred_code_prefixes: ['dan-s'] })
  expect(one.code).toBe('dan-s')
  expect(two.code).toMatch(/^dan-s-\w{8}$/)
  const next = await visit.identified('dan3@example.com')
  expect((await post(next, '', { preferred_code_prefixes: ['dan-s', 'dan-t', 'dan-u'] })).code).toBe('dan-t')
})

test('thousands of preferred codes that are taken cost a few statements', async () => {
  const token = await visit.identified('dan4@example.com')
  await post(token, '', { preferred_code_prefixes: ['dan-w'] })
  const count = countStatements(visit)
  const { code } = await post(token, '', { preferred_code_prefixes: Array(2000).fill('dan-w') })
  expect(code).toMatch(/^dan-w-\w{8}$/)
  expect(count.statements).toBeLessThan(10)
})

test('a code has no letters and digits that are easily confused', () => {
  for (let count = 0; count < 100; count += 1) expect(newCode()).toMatch(/^[a-hjkmnp-z2-9]{8}$/)
})

test('the list can be filtered by key and label only', async () => {
  const token = await visit.identified('eli@example.com')
  const one = await post(token, '/get-or-create', { key: 'one', label: 'a' })
  const two = await post(token, '/get-or-create', { key: 'two', label: 'b' })
  expect(await list(token)).toEqual([one, two])
  expect(await list(token, '?key=one')).toEqual([one])
  expect(await list(token, '?label=b')).toEqual([two])
  expect(await list(token, '?lable=b')).toEqual([one, two])
})

test('the list is whole, however long it is', async () => {
  const token = await visit.identified('lil@example.com')
  await post(token, '/get-or-create', {})
  await visit.rows(
    `insert into shareables (code, person_id, key, data, created_at)
     select 'long-' || n, person_id, 'long-' || n, '{}', now() from persons, generate_series(1, 1000) n where email = 'lil@example.com'`,
  )
  expect(await list(token)).toHaveLength(1001)
})

test('only the owner can get a shareable by its code', async () => {
  const token = await visit.identified('flo@example.com')
  const mine = await post(token, '/get-or-create', {})
  expect(await list(token, `/${mine.code}`)).toEqual(mine)
  const response = await send(`${path}/${mine.code}`, { token: await visit.identified('gil@example.com') })
  expect([response.status, await codeOf(response)]).toEqual([403, 'shareable_not_found'])
})

describe('an existing link', () => {
  const changed = { key: 'k', content: { title: 'Changed', url: `${shop}/changed` }, label: 'changed', data: { a: 1 } }
  const update = (token: string, json: object) => send(`${path}/get-create-or-update`, { token, json })

  test('is not changed by a consumer who only gives the email of its owner', async () => {
    const owner = await visit.verified('kim@example.com')
    const link = await post(owner, '/get-or-create', { key: 'k', content: { title: 'Mine' } })
    const stranger = await visit.identified('kim@example.com')
    for (const change of [changed, { key: 'k', label: 'other' }, { key: 'k', data: { a: 2 } }]) {
      const response = await update(stranger, change)
      expect([response.status, await codeOf(response)]).toEqual([403, 'scopes_denied'])
    }
    expect(await list(owner)).toEqual([link])
  })

  test('is answered to such a consumer if the request changes nothing', async () => {
    const link = await post(await visit.verified('lea@example.com'), '/get-or-create', changed)
    expect(await post(await visit.identified('lea@example.com'), '/get-create-or-update', changed)).toEqual(link)
    expect(await post(await visit.identified('lea@example.com'), '/get-create-or-update', { key: 'k' })).toEqual(link)
  })

  test('is not changed by the content of a page on which such a consumer sees a zone', async () => {
    const owner = await visit.verified('mia@example.com')
    const content = { partner_content_id: 'k', url: `${shop}/mine` }
    const link = await post(owner, '/get-or-create', { key: 'k', content })
    const data = { email: 'mia@example.com', content: { ...content, url: `${shop}/changed` } }
    const zone = await (await send('/zones/share_experience', { json: data })).json()
    expect(zone.shareable.code).toBe(link.code)
    expect(await list(owner)).toEqual([link])
  })

  test('is changed by the device that made it, also after its token was replaced', async () => {
    const token = await visit.anonymous()
    const zone = await send('/zones/share_experience', { token, json: {} })
    const { shareable } = await zone.json()
    const named = tokenIn(await send('/v6/zones/share_experience', { token, json: { email: 'new@example.com' } }))
    expect(named).not.toBe(token)
    expect(await post(named, '/get-create-or-update', { content: { title: 'Changed' } })).toMatchObject({
      ...{ code: shareable.code, content: { title: 'Changed' } },
    })
  })

  test('is changed by its owner on another device, once they are verified', async () => {
    const { code } = await post(await visit.identified('noa@example.com'), '/get-or-create', { key: 'k' })
    expect(await post(await visit.verified('noa@example.com'), '/get-create-or-update', changed)).toMatchObject({
      ...{ code, ...changed },
    })
  })

  test('is not changed by an anonymous device that made it and then gives the email of somebody else', async () => {
    await visit.verified('oli@example.com')
    const token = await visit.anonymous()
    await send('/zones/share_experience', { token, json: {} })
    const stranger = tokenIn(await send('/v6/zones/share_experience', { token, json: { email: 'oli@example.com' } }))
    expect(await codeOf(await update(stranger, { content: { title: 'Changed' } }))).toBe('scopes_denied')
  })
})

describe('an invalid request', () => {
  test.each<[number, string, object]>([
    [403, 'label_name_contains_illegal_character', { label: 'a b' }],
    [403, 'label_name_contains_illegal_character', { key: 'é' }],
    [403, 'label_name_contains_illegal_character', { key: 'a.b' }],
    [403, 'label_name_contains_illegal_character', { preferred_code_prefixes: ['ok', 'a b'] }],
    [403, 'label_name_length_out_of_range', { label: '' }],
    [403, 'label_name_length_out_of_range', { key: 'x'.repeat(101) }],
    [403, 'label_name_length_out_of_range', { preferred_code_prefixes: ['x'.repeat(101)] }],
    [403, 'label_name_length_out_of_range', { label: 'x'.repeat(101) }],
    [403, 'content_image_url_invalid', { content: { image_url: '' } }],
    [403, 'content_image_url_invalid', { content: { image_url: 'roses.png' } }],
    [403, 'content_image_url_invalid', { content: { image_url: 'ftp://img.example/roses.png' } }],
    [403, 'invalid_content_url', { content: { url: 'javascript:alert(1)' } }],
    [403, 'invalid_content_url', { content: { url: 'https://evil.example@shop.brand.localhost/' } }],
    [403, 'invalid_content_url', { content: { url: 'https://:evil@shop.brand.localhost/' } }],
    [403, 'blocked_content_url', { content: { url: 'https://evil.example/' } }],
    [403, 'blocked_content_url', { content: { url: `${shop}:8443/roses` } }],
    [400, 'content_url_length_out_of_range', { content: { url: `${shop}/${'x'.repeat(2000 - shop.length)}` } }],
    [403, 'data_attribute_name_invalid', { data: { ['x'.repeat(201)]: '1' } }],
    [403, 'data_attribute_name_invalid', { data: { '': '1' } }],
    [403, 'data_attribute_name_invalid', { data: { a: '1', '': '1' } }],
    [403, 'data_attribute_value_length_out_of_range', { data: { a: 'x'.repeat(2001) } }],
    // With its brackets and quotes.
    [403, 'data_attribute_value_length_out_of_range', { data: { a: ['x'.repeat(1997)] } }],
    [400, 'binding_error', { data: [] }],
  ])('is rejected with %i %s', async (status, code, json) => {
    const token = await visit.identified('hue@example.com')
    const response = await send(`${path}/get-or-create`, { token, json })
    expect([response.status, await codeOf(response)]).toEqual([status, code])
    expect(await list(token)).toEqual([])
  })

  test('is one character longer than the longest valid one', async () => {
    const longest = {
      ...{ key: 'x'.repeat(100), label: 'y'.repeat(100), data: { ['x'.repeat(200)]: 'x'.repeat(2000) } },
      content: { url: `${shop}/${'x'.repeat(1999 - shop.length)}` },
    }
    expect(await post(await visit.identified('hue@example.com'), '/get-or-create', longest)).toMatchObject(longest)
  })
})
