import { afterEach, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { type Asset, type AssetInput, createRewards, type Rewards } from '../../../src/index.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { failure } from '../failure.js'
import { localServer } from '../http/local-server.js'
import { useProgram, type Visitor } from './program.js'
import { scripted } from './scripted.js'

const program = useProgram()
const bytes = new Uint8Array([137, 80, 250, 0])
const photo = new File([bytes], 'rosé.png', { type: 'image/png' })
const read = async (blob: Blob) => [blob.type, ...new Uint8Array(await blob.arrayBuffer())]
const content = ['image/png', ...bytes]

let visitor: Visitor
let rewards: Rewards
beforeAll(async () => {
  visitor = await program.verified('assets@example.com')
  rewards = visitor.rewards
})
afterEach(() => program.rows('delete from assets'))

/** Has the platform say that an asset is somewhere else. */
const host = ({ id }: Asset, url: string) =>
  program.rows('update assets set content_url = $2 where asset_id = $1', [id, url])

describe('the assets of a consumer', () => {
  test('are created, listed from the oldest, found and downloaded byte by byte', async () => {
    const asset = await rewards.assets.create(photo, { name: 'garden', tags: ['a', 'ü'], data_type: 'PUBLIC' })
    expect(asset).toMatchObject({
      name: 'garden',
      filename: 'rosé.png',
      mime_type: 'image/png',
      tags: ['a', 'ü'],
      data_type: 'PUBLIC',
      status: 'APPROVED',
    })
    expect(await rewards.assets.list()).toEqual([asset])
    expect(await rewards.assets.get(asset.id)).toEqual(asset)
    expect(await read(await rewards.assets.download(asset.id))).toEqual(content)
    expect(await read(await rewards.assets.downloadByName('garden'))).toEqual(content)
    const [row] = await program.rows<{ content: Uint8Array }>('select content from assets')
    expect(new Uint8Array(row!.content)).toEqual(bytes)
    const later = await rewards.assets.create(photo, { name: 'a garden' })
    expect(await rewards.assets.list()).toEqual([asset, later])
  })

  test('are deleted, and the deleted asset is returned', async () => {
    const asset = await rewards.assets.create(photo)
    expect(asset).toMatchObject({ name: 'rosé.png', data_type: 'PRIVATE', tags: [] })
    // A server would take a file with an empty name for none.
    const unnamed = await rewards.assets.create(new File([bytes], '', { type: 'image/png' }))
    expect(unnamed).toMatchObject({ filename: 'blob' })
    expect(await rewards.assets.delete(asset.id)).toEqual(asset)
    for (const call of [
      rewards.assets.get(asset.id),
      rewards.assets.delete(asset.id),
      rewards.assets.download(asset.id),
    ])
      expect(await failure(call)).toMatchObject({ code: 'asset_not_found', status: 400 })
    expect(await failure(rewards.assets.downloadByName('rosé.png'))).toMatchObject({
      code: 'asset_not_found',
      status: 400,
      parameters: { name: 'rosé.png' },
    })
  })

  test('have an address that an image can use without a header', async () => {
    const asset = await rewards.assets.create(photo)
    const response = await fetch(await rewards.assets.url(asset.id))
    expect(await read(await response.blob())).toEqual(content)
    await host(asset, 'https://cdn.example/1.png')
    expect(await rewards.assets.url(asset.id)).toBe('https://cdn.example/1.png')
    await host(asset, 'javascript:alert(1)')
    expect(await rewards.assets.url(asset.id)).toMatch(new RegExp(`^${program.origin}/api/v4/me/assets/`))
  })

  test('are hidden from a consumer who only gives the email, if they are private', async () => {
    const asset = await rewards.assets.create(photo, { name: 'private' })
    const shown = await rewards.assets.create(photo, { name: 'public', data_type: 'PUBLIC' })
    const { rewards: stranger } = await program.identified('assets@example.com')
    expect(await stranger.assets.list()).toEqual([shown])
    for (const call of [
      stranger.assets.get(asset.id),
      stranger.assets.download(asset.id),
      stranger.assets.url(asset.id),
      stranger.assets.delete(asset.id),
    ])
      expect(await failure(call)).toMatchObject({ code: 'scopes_denied', status: 403 })
    expect(await failure(stranger.assets.downloadByName('private'))).toMatchObject({ code: 'asset_not_found' })
    expect(await rewards.assets.list()).toEqual([asset, shown])
  })

  test('are not for an anonymous consumer', async () => {
    const { rewards } = program.visitor()
    for (const call of [rewards.assets.list(), rewards.assets.create(photo)])
      expect(await failure(call)).toMatchObject({ code: 'scopes_denied', status: 403 })
  })
})

describe('an asset that another server hosts', () => {
  test('is downloaded from there, without the token', async () => {
    const seen: string[] = []
    const elsewhere = await localServer((request, response) => {
      seen.push(JSON.stringify([request.url, request.headers]))
      response.setHeader('Content-Type', 'image/png').end(bytes)
    })
    const asset = await rewards.assets.create(photo, { name: 'far' })
    await host(asset, elsewhere)
    expect(await read(await rewards.assets.download(asset.id))).toEqual(content)
    expect(await read(await rewards.assets.downloadByName('far'))).toEqual(content)
    // A place like the platform's own, of another file.
    await host(asset, `${elsewhere}assets/0/download`)
    expect(await read(await rewards.assets.download(asset.id))).toEqual(content)
    expect(seen).toHaveLength(3)
    expect(seen.join()).not.toMatch(/authorization|cookie|access_token/i)
    expect(visitor.requests.join()).not.toContain('access_token')
  })

  test('is asked for without the cookies of that server, and no browser takes the token there or keeps the file', async () => {
    const asked: (string | undefined)[] = []
    const file = { id: '1', mime_type: 'image/png', content_url: 'https://cdn.example/1.png' }
    const { rewards } = createScripted((input, init) => {
      if (!/cdn|download$/.test(String(input))) return Response.json(file, { headers: { 'x-svc-token': 'made' } })
      asked.push(`${new URL(String(input)).host} ${init?.credentials} ${init?.cache} ${init?.redirect}`)
      return new Response(bytes, { status: asked.length === 1 ? 302 : 200 })
    })
    expect(new Uint8Array(await (await rewards.assets.download('1')).arrayBuffer())).toEqual(bytes)
    // An older browser that follows a redirect itself sends the header `Authorization` to its target.
    expect(asked).toEqual(['share.brand.com omit no-store manual', 'cdn.example omit no-store undefined'])
  })

  test('is redirected to an address that only the platform knows', async () => {
    const seen: string[] = []
    const elsewhere = await localServer((request, response) => {
      seen.push(JSON.stringify([request.url, request.headers]))
      response.end('here')
    })
    const asset = await rewards.assets.create(photo)
    await host(asset, elsewhere)
    const { rewards: other } = program.visitor({
      // A platform may leave out `content_url`, and redirect all the same.
      async fetch(input, init) {
        const response = await fetch(input, init)
        if (!/assets\/\w+$/.test(String(input))) return response
        const { content_url: _, ...rest } = await response.json()
        return Response.json(rest, response)
      },
    })
    await other.verify(await proofOf({ email: 'assets@example.com' }))
    expect(await (await other.assets.download(asset.id)).text()).toBe('here')
    expect(seen.join()).not.toMatch(/authorization|cookie|access_token/i)
  })

  test('fails with the status of that server', async () => {
    const elsewhere = await localServer((_, response) => response.writeHead(404).end('<h1>Gone</h1>'))
    const asset = await rewards.assets.create(photo)
    await host(asset, elsewhere)
    expect(await failure(rewards.assets.download(asset.id))).toMatchObject({ code: 'network_error', status: 404 })
  })
})

/** A runtime whose requests `answer` answers. */
function createScripted(answer: (...request: Parameters<typeof fetch>) => Response, options = {}) {
  const rewards = createRewards({
    domain: 'https://share.brand.com',
    fetch: async (...request) => answer(...request),
    ...options,
  })
  return { rewards }
}

test.each([
  ['cookie', 'https://share.brand.com/api/v4/me/assets/1/download'],
  ['header', 'https://share.brand.com/api/v4/me/assets/1/download?access_token=made'],
])('the address of a file has the token only where no cookie carries it: %s', async (carrier, address) => {
  const answer = () => Response.json({ id: '1', access_token: 'made' }, { headers: { 'x-svc-token': 'made' } })
  expect(await createScripted(answer, { carrier }).rewards.assets.url('1')).toBe(address)
})

test('a file is found by its whole name, and of several files by the first', async () => {
  const { rewards, asked } = scripted(({ path }) =>
    path.endsWith('/download')
      ? new Response(bytes)
      : [
          { id: '1', name: 'garden-2', filename: 'a.png' },
          { id: '2', name: 'garden', filename: 'a.png' },
          { id: '3', name: 'garden', filename: 'a.png' },
        ],
  )
  await rewards.assets.downloadByName('garden')
  expect(asked().map(({ path }) => path)).toEqual(['/api/v4/me/assets', '/api/v4/me/assets/2/download'])
})

test('a transfer ends after the time that the caller gives', async () => {
  const { rewards } = scripted(({ path }) =>
    path.endsWith('/download') ? new Promise<never>(() => {}) : { id: '1', mime_type: 'image/png' },
  )
  const error = await failure(rewards.assets.download('1', { timeout: 20 }))
  expect(error).toMatchObject({ code: 'timeout', retryable: true })
})

describe('an upload', () => {
  const file = (content: BlobPart, type: string) => new File([content], 'x', { type })

  test.each<[string, File, AssetInput?]>([
    ['asset_mime_type_invalid', file('<svg/>', 'image/svg+xml')],
    ['asset_size_invalid', file('x'.repeat(5 * 1024 * 1024 + 1), 'image/png')],
    ['binding_error', photo, { data_type: 'SECRET' as 'PUBLIC' }],
  ])('is rejected by the platform with %s', async (code, content, about) => {
    expect(await failure(rewards.assets.create(content, about))).toMatchObject({
      code,
      status: 400,
      unique_id: expect.any(String),
      retryable: false,
    })
  })

  test('is rejected when there are twenty assets', async () => {
    const [{ person_id }] = (await program.rows(
      "select person_id from persons where email = 'assets@example.com'",
    )) as [{ person_id: string }]
    await program.rows(
      `insert into assets (asset_id, person_id, name, filename, mime_type, tags, data_type, status, created_at)
       select 'n' || n, $1, 'n', 'n', 'text/plain', '{}', 'PRIVATE', 'APPROVED', now() from generate_series(1, 20) n`,
      [person_id],
    )
    expect(await failure(rewards.assets.create(photo))).toMatchObject({ code: 'asset_limit_exceeded', status: 400 })
  })

  test.each<[string, unknown, object?]>([
    ['asset_size_invalid', file('', 'image/png')],
    ['asset_size_invalid', photo, { maxBytes: 3 }],
    ['asset_mime_type_invalid', photo, { mimeTypes: ['image/jpeg'] }],
    ['asset_mime_type_invalid', photo, { mimeTypes: ['text/*', 'image'] }],
    ['invalid_argument', photo, { mimeTypes: 'image/png' }],
    ['invalid_argument', photo, { maxBytes: '9000000' }],
    ['invalid_argument', 'rosé.png'],
    ['aborted', photo, { signal: AbortSignal.abort() }],
  ])('rejects with %s before anything is sent', async (code, content, options) => {
    const before = visitor.requests.length
    expect(await failure(rewards.assets.create(content as File, {}, options))).toMatchObject({ code, status: 0 })
    expect(visitor.requests.slice(before)).toEqual([])
  })

  test.each([
    ['image/png', 'image/*'],
    ['image/png', 'IMAGE/PNG'],
    ['text/plain;charset=utf-8', 'text/plain'],
    ['text/plain; charset=utf-8', 'text/plain;charset=utf-8'],
  ])('of the type %s is accepted where the program accepts %s', async (type, accepted) => {
    const { rewards, asked } = scripted(({ method }) =>
      method === 'GET' ? [] : { id: '1', name: 'a', mime_type: type },
    )
    await rewards.assets.create(file('abc', type), {}, { mimeTypes: [accepted], maxBytes: 3 })
    expect(asked().map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  test('ends when it is aborted, and when the platform is unreachable', async () => {
    const controller = new AbortController()
    const stalled = program.visitor({
      fetch: (input, init) => {
        if (!(init?.body instanceof FormData)) return fetch(input, init)
        const ended = new Promise<never>((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        )
        controller.abort()
        return ended
      },
    })
    await stalled.rewards.identify({ email: 'assets@example.com' })
    const call = stalled.rewards.assets.create(photo, {}, { signal: controller.signal })
    expect(await failure(call)).toMatchObject({ code: 'aborted', retryable: false })
    const cut = program.visitor({
      fetch: async (input, init) => {
        if (init?.body instanceof FormData) throw new TypeError('Failed to fetch')
        return fetch(input, init)
      },
    })
    await cut.rewards.identify({ email: 'assets@example.com' })
    expect(await failure(cut.rewards.assets.create(photo))).toMatchObject({ code: 'network_error', retryable: true })
  })

  test('with progress is not sent after it is aborted, even before its turn', async () => {
    let opened = 0
    let sent = 0
    class Upload extends EventTarget {
      upload = {}
      open() {
        opened++
      }
      setRequestHeader() {}
      abort() {}
      send() {
        sent++
      }
    }
    vi.stubGlobal('XMLHttpRequest', Upload)
    const controller = new AbortController()
    const { rewards } = program.visitor({
      fetch: (input, init) => {
        if (String(input).endsWith('/me/assets')) controller.abort()
        return fetch(input, init)
      },
    })
    await rewards.identify({ email: 'assets@example.com' })
    const call = rewards.assets.create(photo, {}, { signal: controller.signal, onProgress() {} })
    expect(await failure(call)).toMatchObject({ code: 'aborted' })
    // Its turn comes all the same, after the call that it waits for.
    await vi.waitFor(() => expect(opened).toBe(1), SOON)
    vi.unstubAllGlobals()
    expect(sent).toBe(0)
  })

  test('with progress says how much is sent, and fails if the connection is lost', async () => {
    class Upload extends EventTarget {
      upload = { onprogress: (_: object) => {} }
      onerror = () => {}
      open() {}
      setRequestHeader() {}
      send() {
        this.upload.onprogress({ loaded: 3, total: 9 })
        this.onerror()
      }
    }
    vi.stubGlobal('XMLHttpRequest', Upload)
    const { rewards } = scripted(() => [])
    const onProgress = vi.fn()
    const error = await failure(rewards.assets.create(photo, {}, { onProgress }))
    vi.unstubAllGlobals()
    expect(error).toMatchObject({ code: 'network_error', retryable: true })
    expect(onProgress.mock.calls).toEqual([[{ loaded: 3, total: 9 }]])
  })

  test('that stalls ends after five minutes', async () => {
    const { rewards } = program.visitor({
      fetch: (input, init) => {
        if (!(init?.body instanceof FormData)) return fetch(input, init)
        queueMicrotask(() => vi.advanceTimersByTime(300_000))
        return new Promise((_, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
      },
    })
    await rewards.identify({ email: 'assets@example.com' })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      expect(await failure(rewards.assets.create(photo))).toMatchObject({ code: 'timeout', retryable: true })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('the assets of another person', () => {
  test('are the public ones', async () => {
    const { id: personId } = await rewards.profile.get()
    await rewards.assets.create(photo, { name: 'private' })
    const shown = await rewards.assets.create(photo, { name: 'public', data_type: 'PUBLIC' })
    const { rewards: stranger } = await program.identified('stranger@example.com')
    const theirs = stranger.persons(personId!).assets
    const seen = { ...shown, content_url: expect.stringContaining(`/persons/${personId}/assets/${shown.id}/`) }
    expect(await theirs.list()).toEqual([seen])
    expect(await theirs.get(shown.id)).toEqual(seen)
    expect(await read(await theirs.download(shown.id))).toEqual(content)
    expect(await read(await theirs.downloadByName('public'))).toEqual(content)
    expect((await fetch(await theirs.url(shown.id))).status).toBe(200)
    expect(await failure(theirs.downloadByName('private'))).toMatchObject({ code: 'asset_not_found' })
    expect(await failure(stranger.persons('nobody').assets.list())).toMatchObject({
      code: 'person_not_found',
      status: 403,
    })
    expect(await failure(stranger.persons('..').assets.list())).toMatchObject({ code: 'invalid_argument' })
    const { rewards: anonymous } = program.visitor()
    expect(await failure(anonymous.persons(personId!).assets.list())).toMatchObject({ code: 'scopes_denied' })
  })
})

test('the types have the forms of the platform', () => {
  expectTypeOf<Asset['tags']>().toEqualTypeOf<string[] | null | undefined>()
  expectTypeOf<'APPROVED' | 'DENIED' | 'PENDING_REVIEW'>().toExtend<Asset['status']>()
  expectTypeOf<Asset['content_url']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<AssetInput>().toEqualTypeOf<{ name?: string; tags?: string[]; data_type?: 'PRIVATE' | 'PUBLIC' }>()
  expectTypeOf<Rewards['assets']['download']>().returns.resolves.toEqualTypeOf<Blob>()
  expectTypeOf<ReturnType<Rewards['persons']>['assets']>().not.toHaveProperty('create')
})
