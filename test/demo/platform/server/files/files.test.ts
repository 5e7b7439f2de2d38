import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'
import { contentsIn, upload, uploadedFile } from './uploaded-file.js'

const filesDir = await mkdtemp(join(tmpdir(), 'files-'))
afterAll(() => rm(filesDir, { recursive: true }))
const visit = usePlatform(undefined, { filesDir })
const send = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const rows = 'email,cart_value\nada@example.com,48\n'
const newFile = () => uploadedFile(visit, { content: rows, filename: 'orders.csv' })

describe('an upload', () => {
  test('returns the description of the file', async () => {
    const fields: [string, string][] = [
      ['name', 'Orders of May'],
      ['tags', 'orders,,may,'],
      ['tags', ''],
      ['tags', 'daily'],
      ['format', 'PSV'],
    ]
    const response = await upload(visit, { content: 'email|x\n', filename: 'Bestellungen für Mai.csv', fields })
    const date = new Date(visit.now).toISOString()
    expect(await response.json()).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{20}$/),
      name: 'Orders of May',
      filename: 'Bestellungen für Mai.csv',
      tags: ['orders', 'may', 'daily'],
      format: 'PSV',
      size: 8,
      status: 'AVAILABLE',
      review_status: 'APPROVED',
      user_id: 'juniper-backend',
      created_date: date,
      updated_date: date,
      expired_date: null,
    })
  })

  test.each([
    ['a.csv', 'CSV', 'text/csv'],
    ['a.PSV', 'PSV', 'text/plain'],
    ['a.json', 'JSON', 'application/json'],
    ['a.jsonl', 'JSONL', 'application/jsonl'],
    ['a.ndjson', 'JSONL', 'application/jsonl'],
    ['a.xlsx', 'XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ])('named %s has the format %s, and is downloaded as %s', async (filename, format, type) => {
    const file = await (await upload(visit, { content: 'x', filename })).json()
    expect(file).toMatchObject({ name: filename, format })
    expect((await send(`/v6/files/${file.id}/download`)).headers.get('Content-Type')).toBe(type)
  })

  test('has the beginning of a long file name as its name', async () => {
    const filename = `${'x'.repeat(220)}.csv`
    const response = await upload(visit, { content: 'x', filename })
    expect(await response.json()).toMatchObject({ name: 'x'.repeat(200), filename })
  })

  /** Uploads a form with parts in an order of its own. */
  async function uploadParts(...parts: [name: string, value: string | File][]): Promise<Response> {
    const body = new FormData()
    for (const [name, value] of parts) body.append(name, value)
    const headers = { Authorization: `Bearer ${demo.serverToken}` }
    return visit.platform.fetch(new Request(`${server}/v6/files`, { method: 'POST', body, headers }))
  }
  const csv = (name: string) => new File([name], name)

  test('without a file name is unnamed', async () => {
    const response = await uploadParts(['format', 'CSV'], ['file', csv('')], ['tags', 'a'])
    expect([response.status, await codeOf(response)]).toEqual([400, 'asset_size_invalid'])
    const named = await uploadParts(['format', 'CSV'], ['file', new File(['x'], '')])
    expect(await named.json()).toMatchObject({ name: 'Unnamed', filename: '' })
  })

  test('has at most 50 fields beside the file, of which none is lost', async () => {
    const tags = (count: number) => Array.from({ length: count }, (): [string, string] => ['tags', ''])
    const named = await uploadParts(...tags(49), ['file', csv('a.csv')], ['name', 'Last'])
    expect(await named.json()).toMatchObject({ name: 'Last', tags: [] })
    const refused = await uploadParts(...tags(50), ['file', csv('a.csv')], ['name', 'Lost'])
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'binding_error', message: 'A form can have at most 50 fields' }),
    ])
  })

  test('takes the first file of the field, and no file of another field', async () => {
    const parts: [string, File][] = [
      ['other', csv('other.csv')],
      ['file', csv('the first.csv')],
      ['file', csv('second-file.csv')],
    ]
    const file = await (await uploadParts(...parts)).json()
    expect(file).toMatchObject({ filename: 'the first.csv', size: 'the first.csv'.length })
    const downloaded = await send(`/v6/files/${file.id}/download`)
    expect(downloaded.headers.get('Content-Disposition')).toBe(`attachment; filename*=UTF-8''the%20first.csv`)
    expect(await downloaded.text()).toBe('the first.csv')
  })

  test.each<[string, [string, string][], string]>([
    ['a.txt', [], 'invalid_parameter'],
    ['a.csv', [['format', 'XML']], 'binding_error'],
    ['a.csv', [['name', '']], 'binding_error'],
    ['a.csv', [['name', 'x'.repeat(201)]], 'binding_error'],
    ['a.csv', [['tags', `a,${'x'.repeat(101)}`]], 'binding_error'],
    ['a.csv', [['tag', 'a']], 'binding_error'],
    ['a.csv', [['name', 'nul \0']], 'invalid_parameter'],
  ])('named %s with %j is rejected', async (filename, fields, code) => {
    const before = await contentsIn(filesDir)
    const response = await upload(visit, { content: 'x', filename, fields })
    expect([response.status, await codeOf(response)]).toEqual([400, code])
    expect(await contentsIn(filesDir)).toEqual(before)
  })
})

test('the content is downloaded as it was uploaded, whole and in pieces', async () => {
  const path = `/v6/files/${await newFile()}/download`
  const whole = await send(path)
  expect(await whole.text()).toBe(rows)
  expect(whole.headers.get('Content-Type')).toBe('text/csv')
  expect(whole.headers.get('Content-Disposition')).toBe(`attachment; filename*=UTF-8''orders.csv`)
  expect(whole.headers.get('Cache-Control')).toBe('private, no-store')
  const piece = async (query: string) => {
    const response = await send(`${path}?${query}`)
    const text = await response.text()
    expect(response.headers.get('Content-Length')).toBe(String(text.length))
    return text
  }
  expect(await piece('limit=5')).toBe('email')
  expect(await piece('limit=10&offset=6')).toBe('cart_value')
  expect(await piece(`offset=${rows.length - 3}`)).toBe('48\n')
  expect(await piece(`limit=100&offset=${rows.length}`)).toBe('')
  expect(await piece('offset=1000')).toBe('')
  // A byte order mark, and a letter in Latin-1.
  const content = Uint8Array.of(0xef, 0xbb, 0xbf, 0x4a, 0xfc)
  const id = await uploadedFile(visit, { content, filename: 'latin.csv' })
  expect(new Uint8Array(await (await send(`/v6/files/${id}/download`)).arrayBuffer())).toEqual(content)
})

test('an upload that the disk does not take is no fault of the form', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => logged.mockRestore())
  await rename(filesDir, `${filesDir}-away`)
  const response = await upload(visit, { content: rows, filename: 'orders.csv' })
  await rename(`${filesDir}-away`, filesDir)
  expect([response.status, await codeOf(response)]).toEqual([500, 'software_error'])
  expect(logged.mock.calls).toEqual([[expect.objectContaining({ code: 'ENOENT' })]])
})

test('the name and the tags of a file can be changed', async () => {
  const path = `/v6/files/${await newFile()}`
  visit.now += 1000
  const updated_date = new Date(visit.now).toISOString()
  const renamed = await (await send(path, { method: 'PUT', json: { name: 'Orders' } })).json()
  expect(renamed).toMatchObject({ name: 'Orders', tags: [], filename: 'orders.csv', updated_date })
  const tagged = await (await send(path, { method: 'PUT', json: { tags: ['may'] } })).json()
  expect(tagged).toEqual({ ...renamed, tags: ['may'] })
  const again = await (await send(path, { method: 'PUT', json: { name: 'Orders of May' } })).json()
  expect(again).toEqual({ ...tagged, name: 'Orders of May' })
  expect(await (await send(path)).json()).toEqual(again)
})

test('an expired file keeps its description and loses its content', async () => {
  const id = await newFile()
  const path = `/v6/files/${id}`
  const file = await (await send(path)).json()
  const date = new Date(visit.now).toISOString()
  const expired = { ...file, status: 'EXPIRED', updated_date: date, expired_date: date }
  expect(await (await send(`${path}/expire`, { method: 'POST' })).json()).toEqual(expired)
  expect(await (await send(path)).json()).toEqual(expired)
  expect(await contentsIn(filesDir)).not.toContain(id)
  const answers = await Promise.all([
    send(`${path}/download`),
    send(path, { method: 'PUT', json: { name: 'Again' } }),
    send(`${path}/expire`, { method: 'POST' }),
  ])
  const codes = await Promise.all(answers.map(async answer => [answer.status, await codeOf(answer)]))
  expect(codes).toEqual([
    [404, 'not_found'],
    [400, 'invalid_parameter'],
    [400, 'invalid_parameter'],
  ])
})

test.each(['AVAILABLE', 'EXPIRED'])('a deleted file that was %s is gone', async status => {
  const id = await newFile()
  const path = `/v6/files/${id}`
  if (status === 'EXPIRED') await send(`${path}/expire`, { method: 'POST' })
  const file = await (await send(path)).json()
  expect((await contentsIn(filesDir)).includes(id)).toBe(status === 'AVAILABLE')
  expect(await (await send(path, { method: 'DELETE' })).json()).toEqual(file)
  expect(await contentsIn(filesDir)).not.toContain(id)
  expect((await send(path)).status).toBe(404)
  expect((await send(`${path}/download`)).status).toBe(404)
  expect((await send(path, { method: 'DELETE' })).status).toBe(404)
})

test('the list has 100 files a page, newest first, and filters', async () => {
  await visit.rows('delete from files')
  const add = (filename: string, tags: string) =>
    uploadedFile(visit, { content: 'x', filename, fields: [['tags', tags]] })
  const [first, second, third] = [
    await add('one.csv', 'daily'),
    await add('two.csv', 'daily,orders'),
    await add('three.json', 'orders'),
  ]
  await send(`/v6/files/${first}/expire`, { method: 'POST' })
  const ids = async (query: string) =>
    (await (await send(`/v6/files?${query}`)).json()).map(({ id }: { id: string }) => id)
  expect(await ids('')).toEqual([third, second, first])
  expect(await ids('name=two.csv')).toEqual([second])
  expect([await ids('name=two'), await ids('name=two%25')]).toEqual([[], []])
  expect(await ids('statuses=EXPIRED')).toEqual([first])
  expect(await ids('statuses=AVAILABLE')).toEqual([third, second])
  expect(await ids('statuses=EXPIRED,AVAILABLE')).toEqual([third, second, first])
  expect(await ids('statuses=AVAILABLE&statuses=EXPIRED')).toEqual([third, second, first])
  expect(await ids('tags=daily')).toEqual([second, first])
  expect(await ids('tags=daily,orders')).toEqual([second])
  expect(await ids('tags=daily&tags=orders')).toEqual([second])
  expect(await ids('user_id=juniper-backend&limit=1&offset=1')).toEqual([second])
  for (const other of ['nobody', 'juniper', 'juniper-backend-2']) expect(await ids(`user_id=${other}`)).toEqual([])
  await visit.rows(
    `insert into files (file_id, client_id, user_id, name, filename, tags, format, size, status, created_at, updated_at)
     select 'more-' || n, $1, 'u', 'f', 'f', '{}', 'CSV', 1, 'AVAILABLE', now(), now() from generate_series(1, 100) n`,
    [demo.clientId],
  )
  expect(await ids('')).toEqual(Array.from({ length: 100 }, (_, index) => `more-${100 - index}`))
  expect(await ids('offset=100')).toEqual([third, second, first])
})

describe('access', () => {
  test('another tenant sees and changes no file', async () => {
    const id = await newFile()
    const token = demo.sandbox.serverToken
    expect(await (await send('/v6/files', { token })).json()).toEqual([])
    const calls: [string, Call][] = [
      ['', {}],
      ['', { method: 'PUT', json: { name: 'Mine' } }],
      ['', { method: 'DELETE' }],
      ['/download', {}],
      ['/expire', { method: 'POST' }],
    ]
    for (const [path, call] of calls) {
      const response = await send(`/v6/files/${id}${path}`, { token, ...call })
      expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
    }
    expect(await (await send(`/v6/files/${id}/download`)).text()).toBe(rows)
  })

  test.each<[number, string, string, Call]>([
    [404, 'not_found', '/v6/files/nothing', {}],
    [400, 'binding_error', '/v6/files?statuses=GONE', {}],
    [400, 'binding_error', '/v6/files?limit=0', {}],
    [400, 'binding_error', '/v6/files?offset=-1', {}],
    [415, 'unsupported_media_type', '/v6/files', { json: {} }],
    [415, 'unsupported_media_type', '/v6/files', { method: 'POST' }],
    [403, 'missing_access_token', '/v6/files', { token: '' }],
    [403, 'missing_access_token', '/v6/files', { token: '', json: {} }],
  ])('responds with %i %s to %s %j', async (status, code, path, call) => {
    const response = await send(path, call)
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })

  test.each(['limit=0', 'limit=x', 'offset=-1'])('a download with %s is rejected', async query => {
    const response = await send(`/v6/files/${await newFile()}/download?${query}`)
    expect([response.status, await codeOf(response)]).toEqual([400, 'binding_error'])
  })

  test('support can read files, but not change them', async () => {
    const id = await newFile()
    const issued = await send('/v4/tokens', { json: { scopes: ['USER_SUPPORT'] } })
    const token = (await issued.json()).access_token
    expect((await send(`/v6/files/${id}/download`, { token })).status).toBe(200)
    const refused = await upload(visit, { content: 'x', filename: 'a.csv', token })
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'scopes_denied'])
  })
})
