// @vitest-environment happy-dom
// A page that comes out of the back/forward cache, after another page has delivered its event.

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { removeCookie } from '../../../src/token/cookie.js'
import { pageCookie } from '../../page-cookie.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { platform, recordedFor, usePlatform } from '../local-platform.js'
import { emailOf, type Fault, openLossyPage } from '../lossy-page.js'

/** Runtimes of other test files are on the same page, and have other programs. */
const domain = 'https://share.returning.localhost'
usePlatform({ programOrigin: domain })

beforeEach(() => {
  localStorage.clear()
  removeCookie(pageCookie(domain))
  // What happy-dom's requests do not have. https://developer.mozilla.org/docs/Web/API/Request/keepalive
  Reflect.set(Request.prototype, 'keepalive', false)
})

/** The runtimes of the test. */
const opened: { destroy(): void }[] = []

afterEach(() => {
  for (const rewards of opened.splice(0)) rewards.destroy()
})

/** The timers that a page sets while it is left end after its return: there is no time in the back/forward cache. */
let endTimers = () => {}
function leave() {
  const timers: (() => void)[] = []
  const setTimer = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void) => timers.push(run)) as never)
  dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }))
  setTimer.mockRestore()
  endTimers = () => {
    for (const run of timers) run()
  }
}
function comeBack() {
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  void Promise.resolve().then(endTimers)
}
/** Every token of the platform is dead from now on. */
const killTokens = () => platform.db.query("update tokens set invalidated_at = now() - interval '1 hour'")

describe.each(['cookie', 'header'] as const)('a page that returns to its site (%s)', carrier => {
  let browser: { cookie: string }
  beforeEach(() => {
    browser = { cookie: '' }
  })
  type Page = ReturnType<typeof openLossyPage>['rewards']

  /** Lets another page of the site do something while the first is in the cache. */
  async function onAnotherPage(visit: (page: Page) => Promise<unknown>) {
    const { rewards } = openLossyPage({ domain, carrier, browser })
    await visit(rewards)
    rewards.destroy()
  }

  /** The platform does not have the page's event yet when the page is left. Another page delivers it. */
  async function leaveAnEvent(begin: (page: Page) => Promise<unknown>, fault: Fault | Promise<Fault> = 'unreachable') {
    const outage = { isOver: false, failures: 0 }
    const { rewards } = openLossyPage({
      domain,
      carrier,
      browser,
      faultOf(request) {
        if (outage.isOver || !request.includes('purchase')) return undefined
        outage.failures++
        return fault
      },
    })
    opened.push(rewards)
    rewards.addEventListener('error', () => {})
    await begin(rewards)
    const id = randomUUID()
    const outcome = rewards.track('purchase', {}, { id }).catch(error => error.code)
    await expect.poll(() => outage.failures, SOON).toBeGreaterThan(0)
    leave()
    // A failure of the first page makes the other one wait, too.
    const deliver = (page: Page) => expect.poll(() => page.flush().then(() => recordedFor(id)), SOON).toHaveLength(1)
    await onAnotherPage(deliver)
    outage.isOver = true
    return { id, outcome, outage }
  }

  test('has the receipt of the event that another page has delivered', async () => {
    const { id, outcome } = await leaveAnEvent(page => page.zone('terms'))
    comeBack()
    expect(await outcome).toMatchObject({ partner_event_id: id })
    expect(await recordedFor(id)).toHaveLength(1)
  })

  test('does not have the event recorded for a second device after the anonymous token was renewed', async () => {
    const { id, outcome } = await leaveAnEvent(page => page.zone('terms'))
    await killTokens()
    await onAnotherPage(page => page.profile.get().catch(() => {}))
    comeBack()
    expect([await outcome, await recordedFor(id)]).toEqual(['aborted', [null]])
  })

  test('does not send the event anew whose first attempt had no answer when the page was left', async () => {
    const { id, outcome } = await leaveAnEvent(page => page.zone('terms'), 'unsent')
    await killTokens()
    await onAnotherPage(page => page.profile.get().catch(() => {}))
    comeBack()
    expect([await outcome, await recordedFor(id)]).toEqual(['aborted', [null]])
  })

  test('does not send the event anew whose first attempt fails at the return', async () => {
    let fail: (fault: Fault) => void = () => {}
    const failure = new Promise<Fault>(resolve => {
      fail = resolve
    })
    const { id, outcome } = await leaveAnEvent(page => page.zone('terms'), failure)
    await killTokens()
    await onAnotherPage(page => page.profile.get().catch(() => {}))
    fail('unreachable')
    await Promise.resolve()
    comeBack()
    expect([await outcome, await recordedFor(id)]).toEqual(['aborted', [null]])
  })

  test('does not have the event recorded for a second device if it finds that the anonymous token is dead', async () => {
    const { id, outcome } = await leaveAnEvent(page => page.zone('terms'))
    await killTokens()
    comeBack()
    expect([await outcome, await recordedFor(id)]).toEqual(['aborted', [null]])
  })

  test('has the receipt of a verified person whose token was renewed', async () => {
    const email = emailOf('ann')
    const prove = async (page: Page) => page.verify(await proofOf({ email }))
    const { id, outcome } = await leaveAnEvent(prove)
    await killTokens()
    await onAnotherPage(prove)
    comeBack()
    expect(await outcome).toMatchObject({ partner_event_id: id })
    expect(await recordedFor(id)).toEqual([email])
  })

  // The platform takes an unproven claim from another device for another event.
  test('does not have the event of a person recorded twice who is only identified, with another token', async () => {
    const email = emailOf('ann')
    const identify = (page: Page) => page.identify({ email })
    const { id, outcome } = await leaveAnEvent(identify)
    await killTokens()
    await onAnotherPage(identify)
    comeBack()
    expect([await outcome, await recordedFor(id)]).toEqual(['aborted', [email]])
  })

  test('does not store an event that it sends again for its receipt', async () => {
    const { id, outage } = await leaveAnEvent(page => page.zone('terms'))
    outage.isOver = false
    const before = outage.failures
    comeBack()
    await expect.poll(() => outage.failures, SOON).toBeGreaterThan(before)
    expect(JSON.stringify({ ...localStorage })).not.toContain(id)
  })

  test('ends the event of a person who has logged out, and of whom somebody else has taken the place', async () => {
    const { id, outcome } = await leaveAnEvent(page => page.identify({ email: emailOf('ann') }))
    await onAnotherPage(async page => {
      await page.logout()
      await page.zone('terms')
    })
    comeBack()
    expect(await outcome).toBe('logged_out')
    expect(await recordedFor(id)).toHaveLength(1)
  })
})
