import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launchPersistent } from '../../persistent-chromium.js'
import { useDemo } from '../demo.js'
import { openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

test('the token travels by header to another site in a browser that blocks third-party cookies', async () => {
  const { origins } = visit.demo
  const stranger = { name: 'stranger', value: '1', url: origins.program, sameSite: 'None' as const, secure: true }
  /** What of the program's cookies a page of another site sends. */
  const sent = async (page: Page) => {
    const start = visit.demo.requests.length
    await page.evaluate(
      url => fetch(url, { method: 'POST', credentials: 'include', body: '{}' }),
      `${origins.program}/zones`,
    )
    const request = visit.demo.requests.slice(start).find(({ url }) => url.startsWith(origins.program))
    return request?.headers.get('cookie') ?? ''
  }
  await withThirdPartyCookies(true, async context => {
    const page = await context.newPage()
    await context.addCookies([stranger])
    await openHostPage(page, visit.demo, { origin: origins.otherShop })
    expect(await sent(page)).toContain('stranger=1')
  })
  await withThirdPartyCookies(false, async context => {
    const page = await context.newPage()
    await context.addCookies([stranger])
    const host = await openHostPage(page, visit.demo, { origin: origins.otherShop })
    expect(await sent(page)).not.toContain('stranger=1')
    await host.call('zone', 'share_experience')
    const mine = await host.call('profile.get')
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    await host.call('zone', 'share_experience')
    expect(await host.call('profile.get')).toEqual(mine)
  })
})

/** Runs in a browser with a profile: a browser without one always blocks. */
async function withThirdPartyCookies(allowed: boolean, run: (context: BrowserContext) => Promise<void>) {
  const browser = await launchPersistent({
    block_third_party_cookies: !allowed,
    cookie_controls_mode: Number(!allowed),
  })
  try {
    await run(browser.context)
  } finally {
    await browser.close()
  }
}
