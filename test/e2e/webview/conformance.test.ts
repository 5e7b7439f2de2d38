import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { State } from '../../../demo/webview/conformance/check.js'
import type { Report } from '../../../demo/webview/conformance/report.js'
import { useDemo } from '../demo.js'
import { type Kind, simulateHost } from './simulated-host.js'

const stage = useDemo()

/** What an app of each kind has no need of. */
const KINDS: Record<Kind, string[]> = {
  ios: ['welcome.jwt', 'welcome.session', 'session'],
  android: ['welcome.jwt', 'welcome.session', 'session'],
  'old android': ['welcome.token', 'welcome.scopes', 'welcome.expires_at', 'token.renew.kept'],
  'react native': ['welcome.jwt'],
}

const address = (query = '') => `${stage.demo.origins.shop}/conformance.html${query}`
const rowOf = (page: Page, id: string) => page.locator(`[id="${id}"]`)

async function readReport(page: Page) {
  await page.locator('main[aria-busy=false]').waitFor()
  return JSON.parse((await page.locator('#report').textContent())!) as Report
}

const inState = ({ rows }: Report, state: State) => rows.filter(row => row.state === state).map(({ id }) => id)

describe('the page that checks a host', () => {
  test.each(Object.keys(KINDS) as Kind[])('passes a good one of %s, in every row', async kind => {
    const { page, complaints } = await stage.newVisitor()
    const host = await simulateHost(page, kind, kind === 'old android' ? { proves: true } : {})
    await page.goto(address())
    expect(inState(await readReport(page), 'failed')).toEqual([])
    await host.say({ rewards: 1, type: 'welcome', payload: { color_scheme: 'light' } })
    for (const id of ['share.sent', 'share.dismissed', 'open', 'token.changed.null', 'close']) {
      await rowOf(page, id).getByRole('button').click()
      await rowOf(page, id).and(page.locator('.passed')).waitFor()
    }
    const report = await readReport(page)
    expect(inState(report, 'absent')).toEqual(KINDS[kind])
    expect(report.passed + report.absent).toBe(report.rows.length)
    expect(await page.title()).toBe(`No failure, ${report.passed} passed · Check your host`)
    for (const secret of host.secrets) expect(await page.content()).not.toContain(secret)
    expect(complaints).toEqual([])
  })
})
