import { describe, expect, test } from 'vitest'
import { pageCookie } from '../page-cookie.js'
import type { LoggedRequest } from '../request-log.js'
import { SOON } from '../soon.js'
import { useDemo } from './demo.js'

const visit = useDemo()

/** The calls a page made to the program domain: its files aside. */
const calls = (): LoggedRequest[] =>
  visit.demo.requests.filter(({ url }) => url.startsWith(visit.demo.origins.program) && !url.endsWith('.js'))

/** A page of the shop with one zone. */
const ONE_ZONE = '/strict'

async function coldVisit(path = ONE_ZONE) {
  visit.demo.requests.length = 0
  const visitor = await visit.newVisitor()
  await visitor.page.goto(visit.demo.origins.shop + path)
  return visitor
}

const consumers = async () => {
  const rows = await visit.demo.platform.db.query('select count(*)::int as n from tokens where type = $1', ['CONSUMER'])
  return rows[0]!.n as number
}

describe('the first zone of a new visitor', () => {
  test('is loaded with one request, which needs no preflight and brings the token', async () => {
    const { page, context, complaints } = await coldVisit()
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()

    const [first, ...others] = calls()
    expect(first).toMatchObject({ method: 'POST', url: `${visit.demo.origins.program}/zones`, status: 200 })
    expect(first?.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(first?.headers.has('authorization')).toBe(false)
    expect(JSON.parse(first!.body)).toMatchObject({ event_name: 'share_experience' })
    expect(others.filter(({ method, url }) => method === 'OPTIONS' || url.includes('zones'))).toEqual([])
    const names = (await context.cookies()).map(({ name }) => name)
    expect(names.sort()).toEqual([pageCookie(visit.demo.origins.program), 'svc_token'])
    expect(complaints).toEqual([])
  })

  test('is requested while the code of the widget is loading', async () => {
    visit.demo.requests.length = 0
    const { page } = await visit.newVisitor()
    const isAnswered = () => calls().some(({ url, status }) => url.endsWith('/zones') && status === 200)
    let wasAnswered: boolean | undefined
    await page.route('**/widgets.js', async route => {
      await expect.poll(isAnswered, SOON).toBe(true)
      wasAnswered = isAnswered()
      await route.continue()
    })
    await page.goto(visit.demo.origins.shop + ONE_ZONE)
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(wasAnswered).toBe(true)
    expect(calls().filter(({ url }) => url.endsWith('/zones'))).toHaveLength(1)
  })

  test('shows the consumer’s own link, and its button copies it', async () => {
    const { page, context, complaints } = await coldVisit()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const link = await page.getByRole('textbox', { name: 'Your link' }).inputValue()
    expect(link).toMatch(new RegExp(`^${visit.demo.origins.program}/s/`))

    await page.getByRole('button', { name: /copy/i }).click()
    await page
      .getByRole('status')
      .filter({ hasText: /copied/i })
      .waitFor()
    const copied = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    expect(copied.searchParams.get('partner_share_id')).toMatch(/^\d+(-\d+)+$/)
    expect(copied.origin + copied.pathname).toBe(link)
    expect(complaints).toEqual([])
  })

  test('is requested for the same consumer on the next visit', async () => {
    const { page } = await coldVisit()
    const field = page.getByRole('textbox', { name: 'Your link' })
    const before = await field.inputValue()
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe(before)
    expect(calls().filter(({ method }) => method === 'OPTIONS')).toEqual([])
  })

  test('creates one consumer, however many zones the page has', async () => {
    const before = await consumers()
    const { page, complaints } = await coldVisit('/three')
    await expect.poll(() => page.locator('rewards-zone').count()).toBe(3)
    await expect.poll(() => calls().filter(({ url }) => url.endsWith('/zones')).length).toBe(3)
    expect(await consumers()).toBe(before + 1)
    expect(complaints).toEqual([])
  })

  test('is loaded on another site by header, without a cookie of the program', async () => {
    visit.demo.requests.length = 0
    const { page, context, complaints } = await visit.newVisitor()
    await page.goto(visit.demo.origins.otherShop + ONE_ZONE)
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(
      calls()
        .filter(({ url }) => url.endsWith('/zones'))
        .map(({ method }) => method),
    ).toEqual(['POST'])
    expect((await context.cookies()).map(({ name }) => name)).toEqual([pageCookie(visit.demo.origins.program)])
    expect(complaints).toEqual([])
  })
})
