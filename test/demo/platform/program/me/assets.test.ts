import { describe, expect, test } from 'vitest'
import { codeOf, program, usePlatform } from '../../use-platform.js'

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

const photo = new File([new Uint8Array([1, 2, 250])], 'rosé.png', { type: 'image/png' })

describe('an asset', () => {
  test('is stored, listed, found and downloaded unchanged', async () => {
    const token = await visit.identified('ann@example.com')
    const asset = await (await upload(token, photo, { name: 'garden', tags: ['a'] })).json()
    expect(asset).toMatchObject({
      id: expect.any(String),
      name: 'garden',
      filename: 'rosé.png',
      mime_type: 'image/png',
      tags: ['a'],
      data_type: 'PRIVATE',
      status: 'APPROVED',
    })
    expect(await (await send(path, { token })).json()).toEqual([asset])
    expect(await (await send(`${path}/${asset.id}`, { token })).json()).toEqual(asset)
    for (const url of [`${path}/${asset.id}/download`, `${path}/download?name=garden`]) {
      const response = await send(url, { token })
      expect(response.headers.get('Content-Type')).toBe('image/png')
      expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename*=UTF-8''ros%C3%A9.png`)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 250]))
    }
  })

  test('can have a name with special characters', async () => {
    const token = await visit.identified('amy@example.com')
    const { id, filename } = await (
      await upload(token, new File(['x'], `it's "a" (b)*.txt`, { type: 'text/plain' }))
    ).json()
    expect(filename).toBe(`it's "a" (b)*.txt`)
    const response = await send(`${path}/${id}/download`, { token })
    expect(response.headers.get('Content-Disposition')).toBe(
      "attachment; filename*=UTF-8''it%27s%20%22a%22%20%28b%29%2A.txt",
    )
  })

  test('that is hosted elsewhere is downloaded by a redirect', async () => {
    const token = await visit.identified('bea@example.com')
    const { id } = await (await upload(token, photo)).json()
    await visit.rows(
      `update assets set content_url = 'https://cdn.example/1.png', content = null where asset_id = $1`,
      [id],
    )
    const response = await send(`${path}/${id}/download`, { token })
    expect([response.status, response.headers.get('Location')]).toEqual([302, 'https://cdn.example/1.png'])
  })

  test('is returned when it is deleted, and is gone afterwards', async () => {
    const token = await visit.identified('cat@example.com')
    const asset = await (await upload(token, photo)).json()
    expect(await (await send(`${path}/${asset.id}`, { method: 'DELETE', token })).json()).toEqual(asset)
    const response = await send(`${path}/${asset.id}`, { token })
    expect([response.status, await codeOf(response)]).toEqual([400, 'asset_not_found'])
  })

  test('of another consumer is not found', async () => {
    const { id } = await (await upload(await visit.identified('dan@example.com'), photo)).json()
    const token = await visit.identified('eve@example.com')
    for (const call of [{}, { method: 'DELETE' }])
      expect(await codeOf(await send(`${path}/${id}`, { token, ...call }))).toBe('asset_not_found')
  })
})

describe('an upload is rejected', () => {
  const file = (content: BlobPart, type: string) => new File([content], 'x', { type })

  test.each<[string, File | undefined, object?]>([
    ['asset_mime_type_invalid', file('<svg/>', 'image/svg+xml')],
    ['asset_mime_type_invalid', file('<p>', 'text/html')],
    ['asset_size_invalid', file('', 'image/png')],
    ['asset_size_invalid', file('x'.repeat(5 * 1024 * 1024 + 1), 'image/png')],
    ['missing_request_body', undefined],
    ['binding_error', photo, { data_type: 'SECRET' }],
  ])('with 400 %s', async (code, content, asset) => {
    const response = await upload(await visit.identified('fay@example.com'), content, asset)
    expect([response.status, await codeOf(response)]).toEqual([400, code])
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
    const stranger = await visit.verified('ivy@example.com')
    const theirs = `/api/v4/persons/${personId}/assets`
    expect(await (await send(theirs, { token: stranger })).json()).toEqual([shown])
    expect((await send(`${theirs}/${shown.id}`, { token: stranger })).status).toBe(200)
    expect((await send(`${theirs}/${shown.id}/download`, { token: stranger })).status).toBe(200)
    expect((await send(`${theirs}/download?name=public`, { token: stranger })).status).toBe(200)
    expect(await codeOf(await send(`${theirs}/download?name=private`, { token: stranger }))).toBe('asset_not_found')
  })

  test('are rejected with 403 person_not_found if there is no such person', async () => {
    const response = await send('/api/v4/persons/nobody/assets', { token: await visit.verified('ivy@example.com') })
    expect([response.status, await codeOf(response)]).toEqual([403, 'person_not_found'])
  })
})
