import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rewards } from '../../../src/index.js'
import { useDemo } from '../demo.js'
import { openCustomersPage } from './page.js'

// What only a browser does: it tells how far an upload is, follows redirects by itself, and shows images.
const visit = useDemo()

/** Another host, where files are kept: what it was asked, with the headers. */
const asked: string[] = []
const elsewhere = createServer((request, response) => {
  asked.push(`${request.url} ${JSON.stringify(request.headers)}`)
  response.setHeader('Access-Control-Allow-Origin', '*').setHeader('Content-Type', 'text/plain').end('from elsewhere')
})
beforeAll(() => new Promise<void>(resolve => void elsewhere.listen(0, '127.0.0.1', resolve)))
afterAll(() => void elsewhere.close())

/** A customer's page, on which the script tag's runtime knows who they are. */
async function customer(carrier: string): Promise<Page> {
  const { page } = await visit.newVisitor()
  await openCustomersPage(page, visit.demo, { email: `${carrier}@example.com`, script: `data-carrier="${carrier}"` })
  await page.waitForFunction(() => 'verify' in Object(Reflect.get(globalThis, 'rewards')))
  await page.evaluate(async () => {
    const rewards = Reflect.get(globalThis, 'rewards') as Rewards
    await rewards.verify(await (await fetch('/jwt')).text())
  })
  return page
}

const upload = (page: Page, bytes: number) =>
  page.evaluate(async bytes => {
    const rewards = Reflect.get(globalThis, 'rewards') as Rewards
    const told: number[][] = []
    const file = new File([new Uint8Array(bytes)], 'large.txt', { type: 'text/plain' })
    const onProgress = ({ loaded, total }: { loaded: number; total: number }) => void told.push([loaded, total])
    const asset = await rewards.assets.create(file, { name: 'large', data_type: 'PUBLIC' }, { onProgress })
    return { asset, told }
  }, bytes)

const download = (page: Page, id: string) =>
  page.evaluate(async id => {
    const rewards = Reflect.get(globalThis, 'rewards') as Rewards
    return (await rewards.assets.download(id)).text()
  }, id)

test('an upload reports its progress up to the last byte, can be aborted, and rejects like any other call', async () => {
  const page = await customer('header')
  const { asset, told } = await upload(page, 200_000)
  expect(asset).toMatchObject({ name: 'large', filename: 'large.txt' })
  const [loaded, total] = told.at(-1)!
  expect(loaded).toBe(total)
  expect(total).toBeGreaterThan(200_000)
  expect(told.map(([loaded]) => loaded)).toEqual(told.map(([loaded]) => loaded).sort((a, b) => a! - b!))

  const outcomes = await page.evaluate(async () => {
    const rewards = Reflect.get(globalThis, 'rewards') as Rewards
    const controller = new AbortController()
    const file = (type: string) => new File([new Uint8Array(200_000)], 'x', { type })
    const abort = () => controller.abort()
    const calls = [
      rewards.assets.create(file('text/plain'), {}, { onProgress: abort, signal: controller.signal }),
      rewards.assets.create(file('text/html'), {}, { onProgress: () => {} }),
    ]
    return Promise.all(calls.map(call => call.catch(({ code, status }) => [code, status])))
  })
  expect(outcomes).toEqual([
    ['aborted', 0],
    ['asset_mime_type_invalid', 400],
  ])
})

describe.each(['cookie', 'header'])('an asset of a consumer whose token travels by %s', carrier => {
  test('comes from the platform or from another host, which never gets the token, and has an address for images', async () => {
    const page = await customer(carrier)
    const { asset } = await upload(page, 3)
    const { id } = asset
    expect(await download(page, id)).toBe('\0\0\0')
    const { port } = elsewhere.address() as AddressInfo
    const sql = 'update assets set content_url = $1 where asset_id = $2'
    await visit.demo.platform.db.query(sql, [`http://127.0.0.1:${port}/file`, id])
    expect(await download(page, id)).toBe('from elsewhere')
    // A platform that says nothing of it, and redirects.
    await page.route(`**/api/v4/me/assets/${id}`, route =>
      route.fulfill({ headers: { 'Access-Control-Allow-Origin': '*' }, json: asset }),
    )
    expect(await download(page, id)).toBe('from elsewhere')
    const seen = asked.splice(0)
    expect(seen).toHaveLength(2)
    expect(seen.join()).not.toMatch(/authorization|cookie|token/i)

    const [url, width] = await page.evaluate(async () => {
      const rewards = Reflect.get(globalThis, 'rewards') as Rewards
      const canvas = Object.assign(document.createElement('canvas'), { width: 7, height: 7 })
      const content = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'))
      const { id } = await rewards.assets.create(content!, { name: 'seven' })
      const image = document.querySelector('img')!
      image.src = await rewards.assets.url(id)
      await image.decode()
      return [image.src, image.naturalWidth] as const
    })
    expect(width).toBe(7)
    // Where the cookie goes along, the address holds no secret.
    expect(url.includes('access_token')).toBe(carrier === 'header')
  })
})
