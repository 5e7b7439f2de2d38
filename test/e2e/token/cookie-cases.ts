// The tests of the consumer's cookies, which run in each browser: see carriers.test.ts, firefox.test.ts and
// webkit.test.ts.

import { expect, test } from 'vitest'
import { pageCookie } from '../../page-cookie.js'
import { SOON } from '../../soon.js'
import { type LoggedDemo, useDemo } from '../demo.js'
import type { Tab } from '../tab.js'

/** The consumer’s cookies, in any browser: each test gets a tab that knows nothing yet. */
export function describeCookies(newTab: () => Promise<Tab>) {
  // WebKit keeps no `Secure` cookie on plain http, not even of this machine.
  const visit = useDemo({ https: true })

  const open = async (origin: string) => {
    const opened = await newTab()
    await opened.open(`${origin}/strict`)
    await runtimeIn(opened)
    return opened
  }
  /** The cookies of shop and program domain, each seen from there. */
  const cookiesAt = async (tab: Tab, origin: string, path: string) => {
    await tab.open(origin + path)
    return tab.cookies()
  }
  const FILE = '/rewards.js'

  test('have their attributes: the program’s cookie is for the program domain, the page’s for the page', async () => {
    const { shop, program } = visit.demo.origins
    const tab = await open(shop)
    await tab.evaluate(`rewards.zone('share_experience')`)
    const [page] = (await tab.cookies()).filter(({ name }) => name === pageCookie(program))
    expect(page).toMatchObject({ domain: 'shop.brand.localhost', secure: true, httpOnly: false, sameSite: 'lax' })
    expect(await tab.evaluate('document.cookie')).toMatch(/^__Host-svc_page_token\.[^;=]+=[^;]+$/)
    const [own, ...others] = await cookiesAt(tab, program, FILE)
    expect(own).toMatchObject({
      name: 'svc_token',
      domain: 'share.brand.localhost',
      secure: true,
      httpOnly: true,
      sameSite: 'lax',
    })
    expect(others).toEqual([])
  })

  test('keep the consumer over a reload', async () => {
    const tab = await open(visit.demo.origins.shop)
    await tab.evaluate(
      `rewards.identify({ email: 'reload-' + crypto.randomUUID() + '@example.com' }).then(() => rewards.zone('share_experience'))`,
    )
    const id = await tab.evaluate('rewards.profile.get().then(({ id }) => id)')
    expect(id).toMatch(/^\w+$/)
    await tab.reload()
    await runtimeIn(tab)
    expect(await tab.evaluate('rewards.consumer.level')).toBe('identified')
    await tab.evaluate(`rewards.zone('share_experience')`)
    expect(await tab.evaluate('rewards.profile.get().then(({ id }) => id)')).toBe(id)
  })

  test('carry the token of a page of the same site, without a header', async () => {
    const tab = await open(visit.demo.origins.shop)
    await tab.evaluate(`rewards.zone('share_experience')`)
    const start = visit.demo.requests.length
    await tab.evaluate(`rewards.zone('share_experience')`)
    const [call, ...others] = calls(visit.demo, start)
    expect(call).toMatchObject({ method: 'POST', url: `${visit.demo.origins.program}/zones` })
    expect(call!.headers.get('cookie')).toMatch(/^svc_token=\S+$/)
    expect(call!.headers.has('authorization')).toBe(false)
    expect(others).toEqual([])
  })

  test('carry no token on another site, where the header does, even after a reload', async () => {
    const { otherShop, program } = visit.demo.origins
    const tab = await open(otherShop)
    const start = visit.demo.requests.length
    await tab.evaluate(`rewards.zone('share_experience').then(() => rewards.zone('share_experience'))`)
    const id = await tab.evaluate('rewards.profile.get().then(({ id }) => id)')
    await tab.reload()
    await runtimeIn(tab)
    expect(await tab.evaluate('rewards.profile.get().then(({ id }) => id)')).toBe(id)
    const made = calls(visit.demo, start)
    expect(made.some(({ headers }) => headers.has('authorization'))).toBe(true)
    expect(made.filter(({ headers }) => headers.has('cookie'))).toEqual([])
    expect(await cookiesAt(tab, program, FILE)).toEqual([])
  })

  test('belong to another consumer after a logout', async () => {
    const { shop } = visit.demo.origins
    const tab = await open(shop)
    await tab.evaluate(`rewards.identify({ email: 'logout-' + crypto.randomUUID() + '@example.com' })`)
    const id = await tab.evaluate('rewards.profile.get().then(({ id }) => id)')
    const [, held] = /_page_token\.[^;=]+=([\w-]+)/.exec((await tab.evaluate('document.cookie')) as string) ?? []
    expect(held).toBeTruthy()
    await tab.evaluate('rewards.logout()')
    // The zone on the page may have made another consumer by now.
    expect(await tab.evaluate('document.cookie')).not.toContain(held)
    await tab.open(`${shop}/strict`)
    await runtimeIn(tab)
    await tab.evaluate(`rewards.zone('share_experience')`)
    expect(await tab.evaluate('rewards.profile.get().then(({ id }) => id)')).not.toBe(id)
  })

  test('of the page are deleted as soon as consent is withdrawn', async () => {
    const tab = await open(visit.demo.origins.shop)
    await tab.evaluate(`rewards.zone('share_experience')`)
    expect(await tab.evaluate('document.cookie')).toMatch(/^__Host-svc_page_token\./)
    expect(await tab.evaluate(`(rewards.setConsent('denied'), document.cookie)`)).toBe('')
    const start = visit.demo.requests.length
    await tab.evaluate(`rewards.zone('share_experience')`)
    expect(calls(visit.demo, start).filter(({ headers }) => headers.has('cookie'))).toEqual([])
  })
}

/** The page has its runtime, and has drawn the zones that it shows at once: what it asks for by itself is over. */
async function runtimeIn(tab: Tab) {
  await expect
    .poll(
      () =>
        tab.evaluate(
          `!!window.rewards?.track && [...document.querySelectorAll('rewards-zone:not([loading])')].every(zone => zone.shadowRoot?.querySelector('[part~=headline], [part~=launcher]'))`,
        ),
      SOON,
    )
    .toBe(true)
}

const calls = ({ requests, origins }: LoggedDemo, start: number) =>
  requests
    .slice(start)
    .filter(({ method, url }) => url.startsWith(origins.program) && method !== 'OPTIONS' && !url.endsWith('.js'))
