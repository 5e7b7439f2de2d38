import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { demo as brand } from '../../demo/platform/index.js'
import { PASSWORD } from '../../demo/shop/account/customers.js'
import type { ScriptRewards } from '../../src/api.js'
import { useDemo, type Visitor } from './demo.js'
import { openConsole } from './open-console.js'

/** Each program to start from, from its publication until its rewards appear in the account. */

const DAY_MS = 86_400_000

function useProgram() {
  let days = 0
  const visit = useDemo({ now: () => Date.now() + days * DAY_MS })
  const visitors: Visitor[] = []

  const newVisitor = async () => {
    const visitor = await visit.newVisitor({ viewport: { width: 1280, height: 1000 } })
    visitors.push(visitor)
    return visitor.page
  }

  /** Orders something and waits until the platform has recorded the order. */
  async function buy(page: Page, email: string, coupon = '') {
    await page.goto(`${visit.demo.origins.shop}/checkout`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Coupon code').fill(coupon)
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByText(/^this order was recorded as event/).waitFor()
  }

  async function backend<Answer = unknown>(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { Authorization: `Bearer ${brand.serverToken}`, 'Content-Type': 'application/json' }
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await visit.demo.platform.fetch(new Request(visit.demo.origins.server + path, init))
    expect(response.status).toBe(200)
    return response.json()
  }

  return {
    newVisitor,
    buy,

    /** The marketer opens an example in the editor of the program and publishes it. */
    async publish(name: string) {
      const page = await newVisitor()
      await openConsole(page, visit.demo, `/console/campaigns/${brand.campaignId}/program`)
      await page.getByRole('link', { name, exact: true }).click()
      await page.getByRole('button', { name: 'Publish' }).click()
      await page.getByRole('status').filter({ hasText: 'is live' }).waitFor()
    },

    /** A customer signs in to the shop. */
    async signIn(email: string) {
      const page = await newVisitor()
      await page.goto(`${visit.demo.origins.shop}/account`)
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('heading', { name: 'Your rewards' }).waitFor()
      return page
    },

    /** A friend opens the link of an advocate and orders something. */
    async referFriend(advocate: Page, email: string) {
      const link = await advocate.getByLabel('Your link').inputValue()
      const page = await newVisitor()
      await page.goto(link)
      await expect.poll(() => new URL(page.url()).origin).toBe(visit.demo.origins.shop)
      await buy(page, email)
    },

    /** The value, state and coupon of each reward in the account, newest first. */
    async rewardsOf(page: Page) {
      await page.goto(`${visit.demo.origins.shop}/account`)
      await page.getByRole('heading', { name: 'Your rewards' }).waitFor()
      const rewards = []
      for (const row of await page.locator('rewards-zone [part^="reward "]').all()) {
        const [value, state] = await row.locator('[part=value], [part=state]').allTextContents()
        const coupon = row.getByLabel('Your code')
        const code = (await coupon.count()) ? await coupon.inputValue() : ''
        rewards.push(`${value} ${state} ${code}`.trim())
      }
      return rewards
    },

    /** The brand's backend adds a person to an audience. */
    async joinAudience(personId: string, audience_id: string) {
      await backend('POST', `/v5/persons/${personId}/audience-memberships`, { audience_id })
    },

    /** The brand's backend approves the only reward with this name. */
    async approve(name: string) {
      const rewards = await backend<{ reward_id: string; reward_name: string }[]>(
        'GET',
        '/v2/rewards?success_only=false',
      )
      const [reward, ...others] = rewards.filter(({ reward_name }) => reward_name === name)
      expect(others).toEqual([])
      await backend('POST', `/v2/custom-rewards/${reward!.reward_id}/fulfilled`, {})
    },

    /** Moves the clock of the platform forward. */
    pass(more: number) {
      days += more
    },

    expectNoComplaints: () => expect(visitors.flatMap(({ complaints }) => complaints)).toEqual([]),
  }
}

describe('"Give 20, get 20"', () => {
  const { signIn, referFriend, rewardsOf, approve, expectNoComplaints } = useProgram()

  test('rewards the advocate after the brand has approved it', async () => {
    const ada = await signIn('ada@example.com')
    await referFriend(ada, 'fay@example.com')
    expect(await rewardsOf(ada)).toEqual(['$20 Earned'])
    await approve('advocate-20')
    expect(await rewardsOf(ada)).toEqual(['$20 Ready'])
    expectNoComplaints()
  })
})

describe('the tiered program', () => {
  const { publish, signIn, referFriend, rewardsOf, expectNoComplaints } = useProgram()

  test('rewards the advocate for the first friend, and for three', async () => {
    await publish('tiered')
    const ada = await signIn('ada@example.com')
    await referFriend(ada, 'first@example.com')
    const first = expect.stringMatching(/^\$10 Ready GROW1-/)
    expect(await rewardsOf(ada)).toEqual([first])
    await referFriend(ada, 'second@example.com')
    expect(await rewardsOf(ada)).toEqual([first])
    await referFriend(ada, 'third@example.com')
    expect(await rewardsOf(ada)).toEqual([expect.stringMatching(/^\$40 Ready GROW3-/), first])
    expectNoComplaints()
  })
})

describe('the two-sided program', () => {
  const { publish, signIn, buy, referFriend, rewardsOf, approve, pass, expectNoComplaints } = useProgram()

  test('rewards the friend of a customer after 14 days, and the customer on approval', async () => {
    await publish('two-sided')
    const ada = await signIn('ada@example.com')
    await buy(ada, 'ada@example.com')
    expect(await rewardsOf(ada)).toEqual([])
    await referFriend(ada, 'grace@example.com')
    const grace = await signIn('grace@example.com')
    expect(await rewardsOf(grace)).toEqual(['$15 Earned'])
    pass(14)
    expect(await rewardsOf(grace)).toEqual([expect.stringMatching(/^\$15 Ready WELCOME-/)])
    expect(await rewardsOf(ada)).toEqual(['$25 Earned'])
    await approve('advocate-25')
    expect(await rewardsOf(ada)).toEqual([expect.stringMatching(/^\$25 Ready THANKS-/)])
    expectNoComplaints()
  })
})

describe('the program of partner codes', () => {
  const { publish, signIn, newVisitor, buy, rewardsOf, joinAudience, pass, expectNoComplaints } = useProgram()

  test('pays a partner 30 days after each order with their code, and gives the customer a coupon at once', async () => {
    await publish('partner-code')
    await joinAudience('ada-lovelace', 'partners')
    const ada = await signIn('ada@example.com')
    await ada.evaluate(async () => {
      const { shareables } = window.rewards as ScriptRewards
      await shareables.getOrCreate({ key: 'code', preferred_code_prefixes: ['ADA10'] })
    })
    await buy(await newVisitor(), 'lin@example.com', 'ada10')
    await buy(await newVisitor(), 'grace@example.com', 'ADA10')
    expect(await rewardsOf(await signIn('grace@example.com'))).toEqual(['10% off Ready NEXT10'])
    expect(await rewardsOf(ada)).toEqual(['$5 Earned', '$5 Earned'])
    pass(30)
    expect(await rewardsOf(ada)).toEqual(['$5 Ready', '$5 Ready'])
    expectNoComplaints()
  })
})

describe('the sandbox', () => {
  const visit = useDemo()

  test('is what a browser uses after it has asked for a token of the sandbox', async () => {
    const { page, complaints } = await visit.newVisitor()
    const { shop, program } = visit.demo.origins
    await page.goto(shop)
    await page.evaluate(async url => {
      await (window.rewards as ScriptRewards).logout()
      const body = JSON.stringify({ client_id: 'juniper-sandbox' })
      const headers = { 'Content-Type': 'application/json' }
      await fetch(url, { method: 'POST', credentials: 'include', headers, body })
    }, `${program}/api/v5/token`)
    await page.reload()
    await page.evaluate(() => (window.rewards as ScriptRewards).track('browse', { email: 'fay@example.com' }))
    const events = await visit.demo.platform.db.query<{ client_id: string; event_name: string }>(
      `select client_id, event_name from events join persons using (person_id) where email = 'fay@example.com'`,
    )
    expect(events).toContainEqual({ client_id: brand.sandbox.clientId, event_name: 'browse' })
    expect(new Set(events.map(({ client_id }) => client_id)).size).toBe(1)
    expect(complaints).toEqual([])
  })
})
