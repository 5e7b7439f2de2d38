// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Receipt, RewardsError, type RewardsOptions } from '../../../src/index.js'
import { connect } from '../../../src/kernel/connect.js'
import { loadFromPackage } from '../../../src/kernel/load.npm.js'
import type { Imports } from '../../../src/kernel/modules.js'
import type { Rewards } from '../../../src/kernel/rewards.js'
import { type Settled, settledAs } from '../../../src/outbox/settled.js'
import { readOptions } from '../../../src/settings/options.js'
import { removeCookie } from '../../../src/token/cookie.js'
import { pageCookie } from '../../page-cookie.js'
import { replaceModules } from '../replace-modules.js'
import { json, recorded, wire } from '../wire.js'
import { journal, journaled as journaledOf, waiting } from './waiting.js'

const domain = 'https://share.module.com'
const NAME = `rewards:${domain}`
const DAY_MS = 86_400_000

const pages: Rewards[] = []

beforeEach(() => {
  localStorage.clear()
  removeCookie(pageCookie(domain))
})
afterEach(() => {
  for (const rewards of pages.splice(0)) rewards.destroy()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A page whose module for delivery is loaded by `load`. */
const loadOutboxModule = () => loadFromPackage('events')

function openPage(load: Imports['events'], options: Partial<RewardsOptions> = {}) {
  const { fetch, requests } = wire(({ path }) =>
    path.endsWith('/events') ? recorded() : json({ access_token: 't-1', scopes: [] }, 201),
  )
  const loadOutbox = vi.fn(load)
  const settings = readOptions({ domain, consent: 'granted', carrier: 'header', fetch, ...options })
  const rewards = connect(settings, replaceModules({ events: loadOutbox }))
  pages.push(rewards)
  const errors: string[] = []
  const receipts: Receipt[] = []
  rewards.addEventListener('error', ({ detail }) => errors.push(detail.code))
  rewards.addEventListener('receipt', ({ detail }) => receipts.push(detail))
  return { rewards, requests, loadOutbox, errors, receipts }
}

const blocked = () =>
  Promise.reject(new RewardsError('network_error', 'The module cannot be loaded', { retryable: true }))

const journaled = () => journaledOf(NAME)

describe('where the module for delivery cannot be loaded', () => {
  test('a thousand events are kept, over several visits; the newest end with storage_full', async () => {
    const codes: string[] = []
    for (let visit = 0; visit < 3; visit++) {
      const { rewards } = openPage(blocked)
      for (let index = 0; index < 400; index++) rewards.track('step', { index }).catch(error => codes.push(error.code))
      // The events of the next task are counted anew.
      await new Promise(resolve => setTimeout(resolve))
      rewards.track('purchase').catch(error => codes.push(error.code))
      await new Promise(resolve => setTimeout(resolve))
      const refused = codes.filter(code => code === 'storage_full').length
      expect(journaled().length + refused).toBe((visit + 1) * 401)
      rewards.destroy()
    }
    expect(journaled()).toHaveLength(1_000)
  })

  test('one mebibyte is kept', async () => {
    const { rewards, errors } = openPage(blocked)
    const text = 'x'.repeat(100_000)
    for (let index = 0; index < 12; index++) rewards.track('step', { text }).catch(() => {})
    await expect.poll(() => errors).toContain('storage_full')
    expect(journaled()).toHaveLength(10)
  })

  test('the limit holds where nothing may be stored, too', async () => {
    const { rewards, errors } = openPage(blocked, { consent: 'unset' })
    for (let index = 0; index < 1_010; index++) rewards.track('step').catch(() => {})
    await expect.poll(() => errors.filter(code => code === 'storage_full')).toHaveLength(10)
  })

  test('an event of an earlier page expires after a week, one day after its age is first noticed', async () => {
    vi.useFakeTimers()
    openPage(blocked)
      .rewards.track('purchase', { email: 'ann@example.com' })
      .catch(() => {})
    const visit = async (days: number) => {
      for (const rewards of pages.splice(0)) rewards.destroy()
      vi.setSystemTime(Date.now() + days * DAY_MS)
      const { errors } = openPage(blocked)
      await vi.advanceTimersByTimeAsync(5_000)
      return errors
    }
    await visit(7.1)
    expect(journaled()).toHaveLength(1)
    expect(await visit(1.1)).toContain('timeout')
    expect(journaled()).toEqual([])
  })

  test('a clock that is set forward by a month and back expires no event of an earlier page', async () => {
    vi.useFakeTimers()
    openPage(blocked)
      .rewards.track('purchase')
      .catch(() => {})
    for (const days of [31, -31, 1.1]) {
      for (const rewards of pages.splice(0)) rewards.destroy()
      vi.setSystemTime(Date.now() + days * DAY_MS)
      const { errors } = openPage(blocked)
      await vi.advanceTimersByTimeAsync(5_000)
      expect(errors).not.toContain('timeout')
    }
    expect(journaled()).toHaveLength(1)
  })

  test('an event of the page itself expires after a week on this page', async () => {
    vi.useFakeTimers()
    const { rewards } = openPage(blocked)
    const ended = rewards.track('purchase').catch(error => error)
    await vi.advanceTimersByTimeAsync(9 * DAY_MS)
    // The pauses between the attempts to load the module double.
    rewards.track('later').catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    expect(await ended).toMatchObject({ code: 'timeout' })
    expect(journaled()).toHaveLength(1)
  })
})

describe('the module for delivery', () => {
  test('is not loaded by a page that tracks nothing and finds nothing', async () => {
    const { loadOutbox, rewards } = openPage(loadOutboxModule)
    await rewards.zone('terms').catch(() => {})
    await rewards.storage.summary()
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(loadOutbox).not.toHaveBeenCalled()
  })

  test('is loaded by a page that finds an event of an earlier page', async () => {
    journal(NAME, waiting('left-behind'))
    const { receipts } = openPage(loadOutboxModule)
    await expect.poll(() => receipts).toMatchObject([{ partner_event_id: 'left-behind' }])
  })

  test('is loaded once consent allows the page to read what an earlier page has left', async () => {
    journal(NAME, waiting('left-behind'))
    const { rewards, receipts, loadOutbox } = openPage(loadOutboxModule, { consent: 'unset' })
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(loadOutbox).not.toHaveBeenCalled()
    rewards.setConsent('granted')
    await expect.poll(() => receipts).toMatchObject([{ partner_event_id: 'left-behind' }])
  })

  test('is loaded when another tab has journaled an event and is gone', async () => {
    const { receipts } = openPage(loadOutboxModule)
    await new Promise(resolve => setTimeout(resolve, 50))
    const event = waiting('orphan')
    journal(NAME, event)
    window.dispatchEvent(
      new StorageEvent('storage', { key: `${NAME}|1|${event.key}`, newValue: JSON.stringify(event) }),
    )
    await expect.poll(() => receipts).toMatchObject([{ partner_event_id: 'orphan' }])
  })
})

describe('what another tab says about an event', () => {
  const settled = settledAs(waiting('J-1'), {})
  const receipt = { name: 'purchase', event_id: 'e-1', partner_event_id: 'J-1' }
  const refusal = { code: 'access_denied', message: 'No', status: 403 }

  async function hear(page: ReturnType<typeof openPage>, ...messages: object[]) {
    const other = new BroadcastChannel(NAME)
    for (const message of messages) other.postMessage(message)
    // Messages arrive in their order: the last one is about an event that nobody waits for.
    other.postMessage({ ...settled, receipt: { ...receipt, partner_event_id: 'last' } })
    await expect.poll(() => page.receipts.map(each => each.partner_event_id)).toContain('last')
    other.close()
  }

  test('is a receipt in every tab, which loads nothing for it', async () => {
    const page = openPage(loadOutboxModule)
    await hear(page, { ...settled, receipt })
    expect(page.receipts[0]).toEqual(receipt)
    expect(page.loadOutbox).not.toHaveBeenCalled()
  })

  test('is an error only in the tab that has tracked or delivered the event', async () => {
    const page = openPage(loadOutboxModule)
    await hear(page, { ...settled, error: refusal })
    expect(page.errors).toEqual([])
    await page.rewards.track('page_view')
    await hear(page, { ...settled, error: refusal })
    expect(page.errors).toEqual([])
  })

  test.each<[string, Pick<Settled, 'receipt' | 'error'>]>([
    ['receipt', { receipt }],
    ['error', { error: refusal }],
  ])('settles track() in a tab that cannot load the module: a %s', async (_, outcome) => {
    const page = openPage(blocked)
    const tracked = page.rewards.track('purchase', {}, { id: 'J-1' }).catch(error => error.code)
    const [event] = journaled()
    await hear(page, settledAs(event!, outcome))
    expect(await tracked).toEqual(outcome.receipt ?? 'access_denied')
    expect(page.errors.filter(code => code === 'access_denied')).toHaveLength(outcome.error ? 1 : 0)
  })
})
