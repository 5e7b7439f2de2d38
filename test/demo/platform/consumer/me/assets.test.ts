import { describe, expect, test, vi } from 'vitest'
import { codeOf, program, shop, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const { send } = visit
const path = '/api/v4/me/assets'

function upload(token: string, file: File | undefined, asset?: object): Promise<Response> {
  const body = new FormData()
  if (asset) body.set('asset', JSON.stringify(asset))
  if (file) body.set('file', file)
  return visit.platform.fetch(
    new Request(program + path, { method: 'POST', body, headers: { Authorization: `Bearer ${token}` } }),
  )
}

const hosted = { content_url: `${shop}/photos/rose.png?size=2`, mime_type: 'image/png', data_type: 'PUBLIC' }
const photo = new File([new Uint8Array([1, 2, 250])], 'rosé.png', { type: 'image/png' })

describe('an asset', () => {
  test('is stored, listed, found and downloaded unchanged', async () => {
    const token = await visit.verified('ann@example.com')
    const asset = await (await upload(token, photo, { name: 'garden', tags: ['a'] })).json()
    expect(asset).toMatchObject({
      id: expect.any(String),
      name: 'garden',
      filename: 'rosé.png',
      mime_type: 'image/png',
      tags: ['a'],
      data_type: 'PRIVATE',
      status: 'APPROVED',
      type: 'IMAGE',
    })
    expect(asset.content_url).toBe(`${program}${path}/${asset.id}/download`)
    expect(await (await send(path, { token })).json()).toEqual([asset])
    expect(await (await send(`${path}/${asset.id}`, { token })).json()).toEqual(asset)
    for (const url of [asset.content_url, `${path}/download?name=garden`]) {
      const response = await send(url, { token })
      expect(response.headers.get('Content-Type')).toBe('image/png')
      expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename*=UTF-8''ros%C3%A9.png`)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 250]))
    }
  })

  test('can be described by a part of the form that is JSON by its media type', async () => {
    const token = await visit.verified('amy@example.com')
    const body = new FormData()
    body.set('asset', new Blob([JSON.stringify({ name: 'described' })], { type: 'application/json' }))
    body.set('file', photo)
    const response = await visit.platform.fetch(
      new Request(program + path, { method: 'POST', body, headers: { Authorization: `Bearer ${token}` } }),
    )
    expect(await response.json()).toMatchObject({ name: 'described', filename: 'rosé.png' })
  })

  test('is the oldest one of its name', async () => {
    const token = await visit.verified('amy@example.com')
    await upload(token, new File(['first'], 'a.txt', { type: 'text/plain' }), { name: 'notes' })
    await upload(token, new File(['second'], 'b.txt', { type: 'text/plain' }), { name: 'notes' })
    expect(await (await send(`${path}/download?name=notes`, { token })).text()).toBe('first')
    for (const query of ['', '?name='])
      expect(await codeOf(await send(`${path}/download${query}`, { token }))).toBe('asset_not_found')
  })

  test('is listed and described without a look at its content', async () => {
    const token = await visit.identified('lea@example.com')
    const { id } = await (await upload(token, photo, { data_type: 'PUBLIC' })).json()
    const { id: personId } = await (await send('/v4/me', { token })).json()
    const stranger = await visit.verified('ivy@example.com')
    const query = vi.spyOn(visit.platform.db, 'query')
    await send(path, { token })
    await send(`${path}/${id}`, { token })
    await send(`/api/v4/persons/${personId}/assets`, { token: stranger })
    const rows = (await Promise.all(query.mock.results.map(({ value }) => value))).flat()
    query.mockRestore()
    expect(rows.filter(row => row.asset_id === id)).toHaveLength(3)
    expect(rows.flatMap(row => Object.values(row)).filter(value => value instanceof Uint8Array)).toEqual([])
  })

  test('can have a name with special characters', async () => {
    const token = await visit.verified('amy@example.com')
    const { id, filename } = await (
      await upload(token, new File(['x'], `it's "a" (b)*; c & d.txt`, { type: 'text/plain' }))
    ).json()
    expect(filename).toBe(`it's "a" (b)*; c & d.txt`)
    const response = await send(`${path}/${id}/download`, { token })
    expect(response.headers.get('Content-Disposition')).toBe(
      "attachment; filename*=UTF-8''it%27s%20%22a%22%20%28b%29%2A%3B%20c%20%26%20d.txt",
    )
  })

  test.each([
    ['image/jpeg', 'IMAGE'],
    ['image/gif', 'IMAGE'],
    ['image/webp', 'IMAGE'],
    ['application/pdf', 'DOCUMENT'],
    ['text/plain', 'TEXT'],
    ['text/plain; charset=utf-8', 'TEXT'],
  ])('of the media type %s has the type %s', async (mime_type, type) => {
    const token = await visit.identified('bob@example.com')
    expect(await (await upload(token, new File(['x'], 'x', { type: mime_type }))).json()).toMatchObject({ type })
  })

  test('can have five megabytes, and a name of 200 characters', async () => {
    const largest = new File(['x'.repeat(5 * 1024 * 1024)], 'large.txt', { type: 'text/plain' })
    const response = await upload(await visit.identified('max@example.com'), largest, { name: 'x'.repeat(200) })
    expect([response.status, (await response.json()).name]).toEqual([200, 'x'.repeat(200)])
  })

  test('that is hosted elsewhere is listed with its URL, and downloaded by a redirect', async () => {
    const token = await visit.identified('bea@example.com')
    const asset = await (await upload(token, undefined, hosted)).json()
    expect(asset).toMatchObject({
      ...{ name: 'rose.png', filename: 'rose.png', type: 'IMAGE', mime_type: 'image/png', data_type: 'PUBLIC' },
      content_url: hosted.content_url,
    })
    expect(await (await send(path, { token })).json()).toEqual([asset])
    const own = await (await upload(token, undefined, { ...hosted, name: 'my rose' })).json()
    expect(own).toMatchObject({ name: 'my rose', filename: 'rose.png' })
    const { origin, hostname } = new URL(hosted.content_url)
    const page = await (await upload(token, undefined, { ...hosted, content_url: `${origin}/` })).json()
    expect(page).toMatchObject({ name: hostname, filename: hostname })
    const person = (await (await send('/v4/me', { token })).json()).id
    const theirs = `/api/v4/persons/${person}/assets`
    const stranger = await visit.verified('ivy@example.com')
    for (const [url, caller] of [
      [`${path}/${asset.id}/download`, token],
      [`${path}/download?name=rose.png`, token],
      [`${theirs}/${asset.id}/download`, stranger],
      [`${theirs}/download?name=rose.png`, stranger],
    ]) {
      const response = await send(url!, { token: caller })
      expect([response.status, response.headers.get('Location')]).toEqual([302, hosted.content_url])
      expect(await response.text()).toBe('')
    }
    // Also when its site is no longer one of the program.
    const former = 'https://former.example/rose.png'
    await visit.rows('update assets set content_url = $1 where asset_id = $2', [former, asset.id])
    expect((await send(`${path}/${asset.id}/download`, { token })).headers.get('Location')).toBe(former)
  })

  test('is returned when it is deleted, and is gone afterwards', async () => {
    const token = await visit.verified('cat@example.com')
    const asset = await (await upload(token, photo)).json()
    expect(await (await send(`${path}/${asset.id}`, { method: 'DELETE', token })).json()).toEqual(asset)
    const response = await send(`${path}/${asset.id}`, { token })
    expect([response.status, await codeOf(response)]).toEqual([400, 'asset_not_found'])
  })

  test('of another consumer is not found', async () => {
    const { id } = await (await upload(await visit.verified('dan@example.com'), photo)).json()
    const token = await visit.verified('eve@example.com')
    for (const call of [{}, { method: 'DELETE' }])
      expect(await codeOf(await send(`${path}/${id}`, { token, ...call }))).toBe('asset_not_found')
    expect(await codeOf(await send(`${path}/download?name=${photo.name}`, { token }))).toBe('asset_not_found')
  })
})

describe('a consumer who only gives the email of somebody else', () => {
  const owner = () => visit.verified('owner@example.com')
  const stranger = () => visit.identified('owner@example.com')

  test('neither lists, reads, downloads nor deletes a private file', async () => {
    const token = await owner()
    const asset = await (await upload(token, photo, { name: 'passport' })).json()
    const calls: [string, string][] = [
      ['GET', `${path}/${asset.id}`],
      ['GET', `${path}/${asset.id}/download`],
      ['GET', `${path}/download?name=passport`],
      ['DELETE', `${path}/${asset.id}`],
    ]
    for (const [method, url] of calls) {
      const response = await send(url, { method, token: await stranger() })
      expect([method, url, response.status, await codeOf(response)]).toEqual([method, url, 403, 'scopes_denied'])
    }
    expect(await (await send(path, { token: await stranger() })).json()).toEqual([])
    expect(await (await send(path, { token })).json()).toEqual([asset])
  })

  test('does not learn whether there is a private file with a name', async () => {
    await upload(await owner(), photo, { name: 'contract' })
    const token = await stranger()
    const answer = async (name: string) => {
      const { code, message, parameters } = await (await send(`${path}/download?name=${name}`, { token })).json()
      return { code, message, parameters }
    }
    expect(await answer('contract')).toEqual(await answer('other'))
  })

  test('reads and deletes a public file', async () => {
    const token = await stranger()
    const asset = await (await upload(await owner(), photo, { name: 'portrait', data_type: 'PUBLIC' })).json()
    expect(await (await send(path, { token })).json()).toEqual([asset])
    for (const url of [`${path}/${asset.id}`, `${path}/${asset.id}/download`, `${path}/download?name=portrait`])
      expect((await send(url, { token })).status).toBe(200)
    expect(await (await send(`${path}/${asset.id}`, { method: 'DELETE', token })).json()).toEqual(asset)
  })
})

describe('an upload is rejected', () => {
  const file = (content: BlobPart, type: string) => new File([content], 'x', { type })

  test.each<[string, File | undefined, object?]>([
    ['asset_mime_type_invalid', file('<svg/>', 'image/svg+xml')],
    ['asset_mime_type_invalid', file('<p>', 'text/html')],
    ['asset_size_invalid', file('', 'image/png')],
    ['asset_size_invalid', file('x'.repeat(5 * 1024 * 1024 + 1), 'image/png')],
    ['asset_size_invalid', file('x'.repeat(8 * 1024 * 1024), 'image/png')],
    ['missing_request_body', undefined],
    ['binding_error', photo, { data_type: 'SECRET' }],
    ['binding_error', photo, { name: 'x'.repeat(201) }],
    ['binding_error', photo, { name: '' }],
    ['asset_mime_type_invalid', undefined, { ...hosted, mime_type: 'text/html' }],
    ['asset_mime_type_invalid', undefined, { content_url: hosted.content_url }],
    ['content_url_length_out_of_range', undefined, { ...hosted, content_url: '' }],
    [
      'content_url_length_out_of_range',
      undefined,
      { ...hosted, content_url: `${shop}/${'x'.repeat(2000 - shop.length)}` },
    ],
    ['binding_error', undefined, { ...hosted, content_url: 7 }],
    ['invalid_parameter', photo, hosted],
  ])('with 400 %s', async (code, content, asset) => {
    const response = await upload(await visit.identified('fay@example.com'), content, asset)
    expect([response.status, await codeOf(response)]).toEqual([400, code])
  })

  test.each([
    ['invalid_content_url', 'javascript:alert(1)'],
    ['invalid_content_url', '/photos/rose.png'],
    ['blocked_content_url', 'https://evil.example/rose.png'],
    ['blocked_content_url', `${shop}.evil.example/rose.png`],
  ])('with 403 %s if the content is at %s', async (code, content_url) => {
    const response = await upload(await visit.identified('fay@example.com'), undefined, { ...hosted, content_url })
    expect([response.status, await codeOf(response)]).toEqual([403, code])
  })

  test('without a token', async () => {
    const response = await upload('', undefined, hosted)
    expect([response.status, await codeOf(response)]).toEqual([401, 'method_unauthorized'])
  })

  test('if the consumer has twenty files, also when several are uploaded at the same time', async () => {
    const token = await visit.identified('gil@example.com')
    const uploads = await Promise.all(Array.from({ length: 21 }, () => upload(token, photo)))
    expect(uploads.filter(({ ok }) => ok)).toHaveLength(20)
    expect(await codeOf(uploads.find(({ ok }) => !ok)!)).toBe('asset_limit_exceeded')
  })
})

describe('another person’s assets', () => {
  test('are listed if they are public', async () => {
    const token = await visit.identified('hal@example.com')
    await upload(token, photo, { name: 'private' })
    const shown = await (await upload(token, photo, { name: 'public', data_type: 'PUBLIC' })).json()
    const { id: personId } = await (await send('/v4/me', { token })).json()
    const stranger = await visit.identified('ivy@example.com')
    const theirs = `/api/v4/persons/${personId}/assets`
    const content_url = `${program}${theirs}/${shown.id}/download`
    expect(await (await send(theirs, { token: stranger })).json()).toEqual([{ ...shown, content_url }])
    expect((await send(content_url, { token: stranger })).status).toBe(200)
    expect((await send(`${theirs}/${shown.id}`, { token: stranger })).status).toBe(200)
    expect((await send(`${theirs}/${shown.id}/download`, { token: stranger })).status).toBe(200)
    expect((await send(`${theirs}/download?name=public`, { token: stranger })).status).toBe(200)
    for (const query of ['?name=private', '', '?name='])
      expect(await codeOf(await send(`${theirs}/download${query}`, { token: stranger }))).toBe('asset_not_found')
  })

  test('are rejected with 403 person_not_found if there is no such person', async () => {
    const token = await visit.verified('ivy@example.com')
    for (const path of ['', '/x', '/x/download', '/download?name=x']) {
      const response = await send(`/api/v4/persons/nobody/assets${path}`, { token })
      expect([path, response.status, await codeOf(response)]).toEqual([path, 403, 'person_not_found'])
    }
  })
})
