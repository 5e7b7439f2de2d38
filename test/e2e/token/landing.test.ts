import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { demo as brand } from '../../../demo/platform/index.js'
import { proofOf } from '../../proof.js'
import { useDemo } from '../demo.js'
import { callsSince } from './calls.js'
import { openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

/** A live token, as a share link would bring it, and the identity it stands for. */
async function tokenFor(body: Record<string, unknown> = {}) {
  const { platform, origins } = visit.demo
  const url = `${origins.program}/api/v5/token`
  const headers = { 'content-type': 'application/json' }
  const created = await platform.fetch(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
  const { access_token } = await created.json()
  const shown = await platform.fetch(new Request(url, { headers: { authorization: `Bearer ${access_token}` } }))
  return { access_token: access_token as string, id: (await shown.json()).identity_id as string }
}

const idOf = async (host: { call<T>(name: string): Promise<T> }) => (await host.call<{ id: string }>('profile.get')).id

describe('the token of a landing address', () => {
  test('is adopted: the visitor is the consumer for whom the platform recorded the click', async () => {
    const { page, complaints } = await visit.newVisitor()
    const { access_token, id } = await tokenFor()
    const host = await openHostPage(page, visit.demo, { path: `/host?access_token=${access_token}` })
    expect(await idOf(host)).toBe(id)
    expect(complaints).toEqual([])
  })

  test('is checked while the code that adopts it is loading', async () => {
    const { page } = await visit.newVisitor()
    const { access_token } = await tokenFor()
    const start = visit.demo.requests.length
    await page.route('**/identity.js', async route => {
      await expect.poll(() => callsSince(visit.demo, start)).toContain('GET /api/v5/token')
      await route.continue()
    })
    await page.goto(`${visit.demo.origins.shop}/?access_token=${access_token}`)
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(callsSince(visit.demo, start).filter(call => call === 'GET /api/v5/token')).toHaveLength(1)
  })

  test('is removed once the SDK has run; the rest of the address stays unchanged', async () => {
    const { page } = await visit.newVisitor()
    const { access_token } = await tokenFor()
    await openHostPage(page, visit.demo, {
      path: `/host?utm_source=a%20b&empty=&access_token=${access_token}&x=1+2;&%E2%82%AC#access_token=kept&x`,
      before: `history.replaceState({ from: 'host' }, ''); window.entries = history.length`,
    })
    const after = `${visit.demo.origins.shop}/host?utm_source=a%20b&empty=&x=1+2;&%E2%82%AC#access_token=kept&x`
    expect(await page.evaluate(() => Reflect.get(globalThis, 'addressAfter'))).toBe(after)
    expect(page.url()).toBe(after)
    expect(await page.evaluate(() => [history.state, history.length - Reflect.get(globalThis, 'entries')])).toEqual([
      { from: 'host' },
      0,
    ])
  })

  test('is adopted once: a reload does not send it again', async () => {
    const { page } = await visit.newVisitor()
    const { access_token, id } = await tokenFor()
    const host = await openHostPage(page, visit.demo, { path: `/host?access_token=${access_token}` })
    // The program has to have said that the page may keep it.
    await host.call('zone', 'share_experience')
    const start = visit.demo.requests.length
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    expect(await idOf(host)).toBe(id)
    expect(callsSince(visit.demo, start)).toEqual(['GET /api/v4/me'])
  })

  test('replaces an anonymous consumer', async () => {
    const { page } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    await host.call('zone', 'share_experience')
    const { access_token, id } = await tokenFor()
    const landed = await openHostPage(page, visit.demo, { path: `/host?access_token=${access_token}` })
    expect(await idOf(landed)).toBe(id)
  })

  test('does not replace an identified consumer', async () => {
    const { page } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    await host.call('identify', { email: `${randomUUID()}@example.com` })
    const own = await idOf(host)
    const { access_token } = await tokenFor()
    const landed = await openHostPage(page, visit.demo, { path: `/host?access_token=${access_token}` })
    expect(await idOf(landed)).toBe(own)
    expect(page.url()).not.toContain('access_token')
    expect(await landed.consumer()).toMatchObject({ level: 'identified' })
  })

  const refused: [what: string, body: () => Promise<Record<string, unknown> | undefined>][] = [
    ['that verifies a person', async () => ({ jwt: await proofOf({ email: brand.ada.email }) })],
    ['that the platform does not know', async () => undefined],
  ]
  test.each(refused)('%s is removed from the address and ignored', async (_, make) => {
    const { page } = await visit.newVisitor()
    const body = await make()
    const { access_token, id } = body ? await tokenFor(body) : { access_token: 'unknown', id: '' }
    const host = await openHostPage(page, visit.demo, { path: `/host?access_token=${access_token}` })
    expect(page.url()).toBe(`${visit.demo.origins.shop}/host`)
    expect(await idOf(host)).not.toBe(id)
    expect(await host.consumer()).toMatchObject({ level: 'anonymous' })
    expect((await host.told()).errors).toEqual([])
  })

  test('comes with a share link to another site, and the click is recorded for the consumer who lands', async () => {
    const { platform, origins } = visit.demo
    await platform.db.query(
      `insert into shareables (code, person_id, key, data, content, created_at) values ('abroad', 'ada-lovelace', 'abroad', '{}', $1, now())`,
      [{ url: `${origins.otherShop}/products/terra-planter` }],
    )
    const { page, complaints } = await visit.newVisitor()
    await page.goto(`${origins.program}/s/abroad`)
    await expect.poll(() => new URL(page.url()).searchParams.has('access_token')).toBe(false)
    expect(new URL(page.url()).origin).toBe(origins.otherShop)
    expect(new URL(page.url()).searchParams.get('utm_source')).toBe('referral')
    await expect.poll(() => page.evaluate(() => typeof Reflect.get(globalThis, 'rewards')?.track)).toBe('function')
    const id = await page.evaluate(async () => (await Reflect.get(globalThis, 'rewards').profile.get()).id)
    const clicks = await platform.db.query('select person_id from clicks where code = $1', ['abroad'])
    expect(clicks).toEqual([{ person_id: id }])
    expect(complaints).toEqual([])
  })
})
