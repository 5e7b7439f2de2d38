// @vitest-environment happy-dom
// @vitest-environment-options {"url": "https://shop.brand.localhost/products/1"}
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRewards, type Rewards, type RewardsOptions } from '../../../src/index.js'
import { removeCookie, writeCookie } from '../../../src/token/cookie.js'
import { pageCookie } from '../../page-cookie.js'
import { journal, waiting } from '../outbox/waiting.js'

/** A program domain for each test: the runtimes of earlier tests are further tabs of theirs. */
let domain: string
let cookie: string
let count = 0
const TOKEN = 'secret|5-6-7|0|0|'

/** A runtime whose program domain answers with `status`. */
const createRuntime = (options: Partial<RewardsOptions> = {}, status = 200): Rewards =>
  createRewards({
    domain,
    consent: 'granted',
    fetch: async () => Response.json({ status: 'SUCCEEDED' }, { status }),
    ...options,
  })

/** An earlier page of this browser has stored this. */
function store(token: string) {
  writeCookie(cookie, token)
  journal(`rewards:${domain}`, waiting('a'))
  journal(`rewards:${domain}`, waiting('b'), waiting('c'))
  localStorage.setItem('rewards-zone offer', '300 100px')
  localStorage.setItem('rewards:dismissed:overlay', '5-6-7|spring|gone')
  localStorage.setItem('of the shop', 'stays')
}

beforeEach(() => {
  domain = `https://share-${++count}.brand.localhost`
  cookie = pageCookie(domain)
})

afterEach(() => {
  removeCookie(cookie)
  localStorage.clear()
  Reflect.deleteProperty(globalThis, Symbol.for('rewards'))
})

describe('the owner id', () => {
  test('is the random id stored with the token', () => {
    writeCookie(cookie, TOKEN)
    expect(createRuntime().storage.owner).toBe('5-6-7')
  })

  test.each(['', '%ZZ', 'secret', '|5-6-7', '|!5-6-7|0|0|'])('is unknown with the cookie %j', planted => {
    writeCookie(cookie, planted)
    expect(createRuntime().storage.owner).toBeUndefined()
  })

  test('is that of this program on a page with two programs', () => {
    writeCookie(cookie, TOKEN)
    expect(createRuntime({ domain: 'https://other.brand.localhost' }).storage.owner).toBeUndefined()
  })

  test('is unknown while nothing may be stored', () => {
    writeCookie(cookie, TOKEN)
    const { storage } = createRuntime({ consent: 'unset' })
    expect(storage.isAllowed).toBe(false)
    expect(storage.owner).toBeUndefined()
  })

  test('is not that of a consumer in memory', () => {
    writeCookie(cookie, TOKEN)
    const rewards = createRuntime({ consent: 'unset' })
    rewards.track('page_view').catch(() => {})
    expect(rewards.storage.owner).toBeUndefined()
    rewards.destroy()
  })

  test('follows the consent of the page', () => {
    writeCookie(cookie, TOKEN)
    const rewards = createRuntime()
    expect(rewards.storage.isAllowed).toBe(true)
    rewards.setConsent('denied')
    expect(rewards.storage).toMatchObject({ isAllowed: false, owner: undefined })
  })
})

describe('the summary', () => {
  test('counts what is stored for the program', async () => {
    store(TOKEN)
    const { storage } = createRuntime({ consent: 'unset' })
    const summary = storage.summary()
    expect(await summary).toEqual({ token: true, events: 3, heights: 1, dismissals: 1 })
  })

  test('is empty in a browser that stores nothing', async () => {
    expect(await createRuntime().storage.summary()).toEqual({ token: false, events: 0, heights: 0, dismissals: 0 })
  })
})

describe('erasing', () => {
  test.each([
    ['deletes everything, and logs out', 200, 'resolved'],
    ['without an answer of the platform deletes everything, and rejects', 500, 'rejected'],
  ])('%s', async (_, status, outcome) => {
    store(TOKEN)
    const { storage } = createRuntime({}, status)
    const erased = Promise.allSettled([storage.erase()])
    expect(await erased).toMatchObject([{ status: outcome === 'resolved' ? 'fulfilled' : 'rejected' }])
    expect(Object.keys(localStorage).filter(key => !key.includes('logged-out'))).toEqual(['of the shop'])
    expect(storage.owner).toBeUndefined()
  })
})
