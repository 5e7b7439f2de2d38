import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { server, shop, usePlatform } from '../use-platform.js'
import { fieldIn, useConsole } from './use-console.js'

const visit = usePlatform(undefined, { allowPrivateAddresses: true })
const user = useConsole(visit)
const PAGE = `/console/campaigns/${demo.campaignId}/card`
const EDITOR = `/console/campaigns/${demo.campaignId}/program`

/** The first bytes of a PNG file with a size, and as many bytes as it should have. */
function png(width: number, height: number, length = 1000): Buffer {
  const file = Buffer.alloc(length)
  file.write('\x89PNG\r\n\x1a\n', 'latin1')
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}

/** A JPEG file with a comment and a table before its size. */
function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 5)
  frame.writeUInt16BE(width, 7)
  const before = [0xff, 0xd8, 0xff, 0xfe, 0, 4, 0xff, 0xc0, 0xff, 0xff, 0xc4, 0, 3, 0]
  return Buffer.concat([Buffer.from(before), frame])
}

const files: Record<string, { type: string; bytes: Buffer; status?: number }> = {
  '/good.png': { type: 'image/png', bytes: png(1200, 630) },
  '/good.jpg': { type: 'image/jpeg; charset=binary', bytes: jpeg(1200, 630) },
  '/full.png': { type: 'image/png', bytes: png(1200, 630, 600_000) },
  '/heavy.png': { type: 'image/png', bytes: png(1200, 630, 600_001) },
  '/narrow.png': { type: 'image/png', bytes: png(299, 400) },
  '/low.jpg': { type: 'image/jpeg', bytes: jpeg(600, 150) },
  '/huge.png': { type: 'image/png', bytes: png(4097, 2000) },
  '/banner.png': { type: 'image/png', bytes: png(1600, 399) },
  '/picture.svg': { type: 'image/svg+xml', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  '/picture.gif': { type: 'image/gif', bytes: Buffer.from('GIF89a') },
  '/named-wrongly.png': { type: 'image/png', bytes: Buffer.from('RIFF    WEBPVP8 ') },
  '/page.png': { type: 'text/html', bytes: png(1200, 630) },
  '/cut.jpg': { type: 'image/jpeg', bytes: jpeg(1200, 630).subarray(0, 16) },
  '/empty.png': { type: 'image/png', bytes: Buffer.alloc(0) },
  '/missing.png': { type: 'image/png', bytes: png(1200, 630), status: 404 },
  '/moved.png': { type: 'image/png', bytes: png(1200, 630), status: 301 },
}

let pictures: Server
let origin: string
beforeAll(async () => {
  pictures = createServer(({ url }, response) => {
    const { type, bytes, status = 200 } = files[url!]!
    response.writeHead(status, { 'Content-Type': type, Location: '/good.png' }).end(bytes)
  })
  await new Promise<void>(resolve => pictures.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(pictures.address() as AddressInfo).port}`
})
afterAll(() => pictures?.close())

async function send(fields: Record<string, string>, action = 'publish') {
  const page = await user.read(PAGE)
  const form = { parent: fieldIn(page, 'parent'), newest: fieldIn(page, 'newest'), message: '', language: 'en' }
  return user.send(PAGE, { ...form, title: 'A gift', description: '', image_url: '', action, ...fields })
}

/** What a messenger gets for Ada's link. */
const preview = async (language: string) => {
  const headers = { 'User-Agent': 'WhatsApp/2.23.20.0 A', 'Accept-Language': language }
  return (await visit.send(`/s/${demo.ada.code}`, { headers })).text()
}

describe('the form of a card', () => {
  test('shows the card of the program as each messenger does', async () => {
    const response = await user.open(PAGE)
    const html = await response.text()
    for (const name of ['WhatsApp', 'iMessage', 'Slack', 'X', 'LinkedIn'])
      expect(html).toContain(`<figcaption>${name}</figcaption>`)
    expect(html.match(/<img src="[^"]*"/g)).toEqual(Array(5).fill(`<img src="${shop}/images/card.jpg"`))
    expect(response.headers.get('Content-Security-Policy')).toContain(`img-src ${shop}`)
  })

  test('previews without saving', async () => {
    const response = await send({ title: 'Only <tried>' }, 'fields')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('Only &lt;tried&gt;')
    expect(await user.read(PAGE)).not.toContain('Only')
  })

  test('publishes a card, and messengers get it', async () => {
    const response = await send({ title: 'A gift for you', image_url: `${origin}/good.jpg` })
    expect(response.status).toBe(303)
    expect(await preview('en')).toContain(`<meta property="og:image" content="${origin}/good.jpg"/>`)
    expect(await user.read(`${PAGE}?saved=2`)).toContain('Version 2 is saved')
  })

  test('adds a language, and removes it when it has no text', async () => {
    await send({ language: 'de', new: 'yes', title: 'Ein Geschenk' })
    expect(await preview('de-AT')).toContain('og:title" content="Ein Geschenk"')
    expect(await user.read(`${PAGE}?language=de`)).toContain('value="Ein Geschenk"')
    await send({ language: 'de', title: '' })
    expect(await preview('de-AT')).toContain('og:title" content="A gift for you"')
  })

  test('saves a draft, which changes nothing', async () => {
    await send({ title: 'Soon' }, 'draft')
    expect(await user.read(PAGE)).toContain('value="Soon"')
    expect(await preview('en')).not.toContain('Soon')
  })

  test('is not saved if somebody else has saved in the meantime', async () => {
    const response = await send({ title: 'Late', newest: '1' })
    expect([response.status, await response.text()]).toEqual([409, expect.stringContaining('Not saved: somebody else')])
    // Also not after the fields were only shown, or one of them was invalid.
    for (const [title, action] of [
      ['Late', 'fields'],
      ['x'.repeat(201), 'publish'],
    ] as const) {
      const shown = await (await send({ title, newest: '1' }, action)).text()
      expect((await send({ title: 'Late', newest: fieldIn(shown, 'newest') })).status).toBe(409)
    }
  })

  test.each([
    ['a language that is none', { language: 'German!' }, 'Expected a language such as en or pt-BR'],
    ['a long title', { title: 'x'.repeat(201) }, 'Expected at most 200 characters'],
    ['a picture that is no URL', { image_url: 'card.png' }, 'Expected an http(s) URL, or a path'],
  ])('refuses %s', async (_, fields, message) => {
    const response = await send(fields)
    expect([response.status, await response.text()]).toEqual([422, expect.stringContaining(message)])
  })
})

describe('the console refuses a picture that messengers do not show', () => {
  test.each([
    ['/heavy.png', 'WhatsApp shows no picture of more than 600 KB.'],
    ['/narrow.png', 'WhatsApp shows no picture smaller than 300 × 1 pixels. This one has 299 × 400.'],
    ['/low.jpg', 'X shows no picture smaller than 300 × 157 pixels. This one has 600 × 150.'],
    ['/huge.png', 'X shows no picture larger than 4096 × 4096 pixels. This one has 4097 × 2000.'],
    ['/banner.png', 'WhatsApp shows no picture that is more than 4 times as wide as high.'],
    ['/picture.svg', 'Messengers only show JPEG and PNG pictures. This file is image/svg+xml.'],
    ['/picture.gif', 'Messengers only show JPEG and PNG pictures. This file is image/gif.'],
    ['/named-wrongly.png', 'Messengers only show JPEG and PNG pictures.'],
    ['/page.png', 'Messengers only show JPEG and PNG pictures. This file is text/html.'],
    ['/cut.jpg', 'Messengers only show JPEG and PNG pictures.'],
    ['/empty.png', 'Messengers only show JPEG and PNG pictures.'],
    ['/missing.png', 'There is no picture: the server answers with the status 404.'],
    ['/moved.png', 'The URL leads to another one.'],
  ])('%s', async (path, message) => {
    const response = await send({ image_url: origin + path })
    const html = await response.text()
    expect([response.status, html]).toEqual([422, expect.stringContaining(message)])
    expect(html).not.toContain('<img')
  })

  test.each(['/good.png', '/good.jpg', '/full.png'])('but accepts %s', async path => {
    expect((await send({ image_url: origin + path }, 'draft')).status).toBe(303)
  })

  test('also in the JSON of the program, with the line, unless the program has had it before', async () => {
    const page = await user.read(EDITOR)
    const form = { parent: fieldIn(page, 'parent'), newest: fieldIn(page, 'newest'), message: '', action: 'draft' }
    const program = (image_url: string, name = 'Cards') =>
      JSON.stringify({ name, label: 'cards', cards: { en: { image_url } } }, null, 2)
    const refused = await user.send(EDITOR, { ...form, source: program(`${origin}/picture.gif`) })
    const html = await refused.text()
    expect([refused.status, html]).toEqual([422, expect.stringContaining('cards.en.image_url: Messengers only show')])
    expect(html).toContain('<mark data-line="6">')
    const known = await user.send(EDITOR, { ...form, source: program(`${origin}/full.png`) })
    expect(known.status).toBe(303)
  })

  test('also in a program from the server API', async () => {
    const save = (image_url: string, fields: object = {}) =>
      visit.send(`${server}/v2/campaigns/${demo.campaignId}/versions`, {
        token: demo.serverToken,
        json: { message: '', program: { name: 'Cards', label: 'cards', cards: { en: { image_url } }, ...fields } },
      })
    expect((await save(`${origin}/full.png`)).status).toBe(200)
    const refused = await save(`${origin}/picture.gif`)
    const { code, message } = await refused.json()
    expect([refused.status, code, message]).toEqual([
      400,
      'invalid_parameter',
      expect.stringContaining('program: cards.en.image_url: Messengers only show'),
    ])
  })
})

describe('the picture of a card', () => {
  const guarded = usePlatform()
  const other = useConsole(guarded)

  test('is not loaded from a private address', async () => {
    const page = await other.read(PAGE)
    const form = { parent: fieldIn(page, 'parent'), newest: fieldIn(page, 'newest'), message: '', action: 'publish' }
    const fields = { language: 'en', title: 'A', description: '', image_url: `${origin}/good.png` }
    expect(await (await other.send(PAGE, { ...form, ...fields })).text()).toContain('The host has a private address.')
  })
})
