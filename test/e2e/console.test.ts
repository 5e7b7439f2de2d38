import type { BrowserContextOptions, Cookie } from 'playwright-core'
import { expect, test } from 'vitest'
import { demo as brand } from '../../demo/platform/index.js'
import { axeViolationsOfSchemes } from '../axe.js'
import { addReward } from '../demo/platform/server/rewards/add-reward.js'
import { BROWSER } from '../start-platform.js'
import { useDemo } from './demo.js'
import { openConsole } from './open-console.js'

const visit = useDemo()
const PHONE = { width: 320, height: 800 }
const campaign = `/console/campaigns/${brand.campaignId}`

let session: Cookie[] = []

/** Opens a page of the console as the demo user, whose browser runs no script. The first user of the file signs in by keyboard. */
async function newUser(path: string, options: BrowserContextOptions = {}) {
  const visitor = await newVisitor(options)
  if (session.length) {
    await visitor.context.addCookies(session)
    await visitor.page.goto(visit.demo.origins.server + path)
  } else {
    await openConsole(visitor.page, visit.demo, path)
    session = await visitor.context.cookies()
  }
  return visitor
}

const newVisitor = (options: BrowserContextOptions) =>
  visit.newVisitor({ viewport: { width: 1280, height: 900 }, javaScriptEnabled: false, ...options })

const addEarnedReward = () =>
  addReward({ rows: (sql, params) => visit.demo.platform.db.query(sql, params), now: Date.now() })

/** A click on the link of Ada, and a purchase with its code. Returns the pages of both, and that of the friend. */
async function addPurchase(): Promise<string[]> {
  const { platform, origins } = visit.demo
  await platform.fetch(new Request(`${origins.program}/s/${brand.ada.code}`, { headers: { 'User-Agent': BROWSER } }))
  const data = { email: 'fay@example.com', advocate_code: brand.ada.code, cart_value: 28 }
  const headers = { Authorization: `Bearer ${brand.serverToken}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ event_name: 'purchase', data })
  const answer = await platform.fetch(new Request(`${origins.server}/v6/events`, { method: 'POST', headers, body }))
  const { event_id, person_id } = await answer.json()
  const [click] = await platform.db.query<{ click_id: string }>('select click_id from clicks')
  return [`/console/events/${event_id}`, `/console/clicks/${click!.click_id}`, `/console/people/${person_id}`]
}

/** Adds a program domain with a long name. The domain of the options stays the primary one. Returns the page that lists it. */
async function addDomain(): Promise<string> {
  await visit.demo.platform.db.query(
    `insert into program_domains (origin, client_id, created_at)
     values ('https://partners-and-their-friends.brand.example:8443', $1, now())`,
    [brand.clientId],
  )
  return '/console/domains'
}

/** Adds a webhook with a dead message. Returns the pages of both. */
async function addWebhook(): Promise<string[]> {
  const { db } = visit.demo.platform
  const attempt = JSON.stringify({ date: new Date().toISOString(), status: 500, failure: 'rejected' })
  await db.query(
    `insert into webhooks (webhook_id, client_id, url, event_types, enabled, secret, last_attempt, created_at, updated_at)
     values ('hook', $1, 'https://shop.example.com/integrations/rewards/webhooks', '{reward.earned}', true, '', $2, now(), now())`,
    [brand.clientId, attempt],
  )
  await db.query(
    `insert into webhook_messages (webhook_id, message_id, type, payload, state, attempts, next_attempt_at, created_at)
     values ('hook', 'msg', 'reward.earned', $1, 'DEAD', $2, now(), now())`,
    [JSON.stringify({ type: 'reward.earned', data: { reward_name: 'advocate-20' } }), `[${attempt}]`],
  )
  return ['/console/webhooks', '/console/webhooks/hook?state=DEAD', '/console/webhooks/hook/messages/msg']
}

/** A person asks for the deletion of their data. Returns the page that lists it. */
async function addDeletionRequest(): Promise<string> {
  const { platform, origins } = visit.demo
  const headers = { Authorization: `Bearer ${brand.serverToken}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ event_name: 'deletion_requested', data: { email: 'joan-of-the-garden@example.com' } })
  await platform.fetch(new Request(`${origins.server}/v6/events`, { method: 'POST', headers, body }))
  return '/console/requests'
}

test('a user marks a request for deletion as done by keyboard, and the list fits the window', async () => {
  const path = await addDeletionRequest()
  const { page, complaints } = await newUser(path, { viewport: { width: 1100, height: 700 } })
  await page.getByRole('button', { name: 'Mark as done: joan' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'The request is done.' }).waitFor()
  await page.getByRole('link', { name: 'Done (1)' }).press('Enter')
  await page.getByRole('row', { name: 'joan' }).filter({ hasText: brand.user.email }).waitFor()
  expect(await page.locator('table').evaluate(table => table.getBoundingClientRect().right <= innerWidth)).toBe(true)
  await page.getByRole('button', { name: 'Open again: joan' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'The request is open again.' }).waitFor()
  expect(complaints).toEqual([])
})

test('a user creates and revokes a token by keyboard', async () => {
  const { page, complaints } = await newUser('/console/tokens')
  await page.getByLabel('Your password').focus()
  await page.keyboard.type(brand.user.password)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Checkout')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The token “Checkout”' }).waitFor()
  await page.getByRole('link', { name: 'Revoke Checkout' }).press('Enter')
  await page.getByRole('button', { name: 'Revoke the token' }).press('Enter')
  await page.getByRole('status').waitFor()
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['Backend of the shop'])
  expect(complaints).toEqual([])
})

test('a user adds a key, signs a test JWT, and revokes the key by keyboard', async () => {
  const { page, complaints } = await newUser('/console/keys')
  await page.getByLabel('Partner Key ID').focus()
  await page.keyboard.type('shop-2')
  await page.keyboard.press('Enter')
  await page.getByLabel('Email of the consumer').focus()
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('This JWT verifies the consumer.').waitFor()
  await page.getByRole('link', { name: 'Revoke this key' }).press('Enter')
  await page.getByRole('button', { name: 'Revoke the key' }).press('Enter')
  await page.getByRole('status').waitFor()
  expect(await page.getByRole('row', { name: 'juniper-shop' }).innerText()).toContain('Active')
  expect(await page.getByRole('row', { name: 'shop-2' }).innerText()).toContain('Revoked')
  expect(complaints).toEqual([])
})

test('a user allows and removes an origin by keyboard', async () => {
  const { page, complaints } = await newUser('/console/origins')
  await page.getByLabel('Origin').focus()
  await page.keyboard.type('https://blog.example')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Remove https://blog.example' }).press('Enter')
  await page.getByRole('button', { name: 'Remove the origin' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'removed' }).waitFor()
  expect(await page.getByRole('rowheader', { name: 'https://blog.example' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a user adds a program domain by keyboard, and makes it the primary one', async () => {
  const { page, complaints } = await newUser('/console/domains')
  const domain = visit.demo.origins.program.replace('share.', 'friends.')
  await page.getByLabel('Origin').focus()
  await page.keyboard.type(domain)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: `Make primary: ${domain}` }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'New links lead there' }).waitFor()
  await page.goto(`${domain}/docs`)
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  await page.goBack()
  await page.getByRole('link', { name: `Remove ${domain}` }).press('Enter')
  await page.getByRole('button', { name: 'Remove the domain' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'removed' }).waitFor()
  expect(await page.getByRole('rowheader', { name: domain }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a user creates a webhook, sends a test message and deletes the webhook by keyboard', async () => {
  const { page, complaints } = await newUser('/console/webhooks')
  await page.getByLabel('URL').focus()
  // The host is private, so the platform does not connect to it.
  await page.keyboard.type('https://127.0.0.1/hook')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.getByText(/^whsec_/).waitFor()
  await page.getByRole('button', { name: 'Send a test message' }).press('Enter')
  await page.getByRole('heading', { name: 'webhook.test' }).waitFor()
  await page.getByRole('link', { name: 'https://127.0.0.1/hook' }).press('Enter')
  expect(await page.getByRole('rowheader', { name: 'webhook.test' }).count()).toBe(1)
  await page.getByRole('link', { name: 'Delete the webhook' }).press('Enter')
  await page.getByRole('button', { name: 'Delete the webhook' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'deleted' }).waitFor()
  expect(complaints).toEqual([])
})

test('a user denies a reward by keyboard', async () => {
  const rewardId = await addEarnedReward()
  const { page, complaints } = await newUser('/console/rewards')
  await page.getByRole('row', { name: '20 USD' }).getByRole('link').press('Enter')
  await page.getByLabel('Reason').focus()
  await page.keyboard.type('Returned')
  await page.getByRole('button', { name: 'Deny' }).press('Enter')
  await page.getByRole('heading', { name: 'Deny this reward?' }).waitFor()
  await page.getByRole('button', { name: 'Deny' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'The reward is now canceled.' }).waitFor()
  await page.getByRole('row', { name: 'Canceled' }).filter({ hasText: 'Returned' }).waitFor()
  expect(page.url()).toContain(rewardId)
  expect(complaints).toEqual([])
})

test('a user finds a person by keyboard', async () => {
  const { page, complaints } = await newUser('/console/people')
  await page.getByRole('searchbox', { name: 'Search' }).focus()
  await page.keyboard.type('cust-1815')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Ada Lovelace' }).press('Enter')
  await page.getByRole('heading', { name: 'Timeline' }).waitFor()
  expect(complaints).toEqual([])
})

test('a user edits the program, publishes it, and makes the former version live by keyboard', async () => {
  const { page, complaints } = await newUser(`${campaign}/program`)
  const source = page.getByRole('textbox', { name: 'JSON' })
  await source.focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('x')
  await page.getByRole('button', { name: 'Save draft' }).press('Enter')
  const errors = page.getByRole('alert').filter({ hasText: 'There is an error' })
  await errors.waitFor()
  // The browser moves the focus when it has drawn the page.
  await expect.poll(() => errors.evaluate(element => element === document.activeElement)).toBe(true)
  await source.fill((await source.inputValue()).replace(/x$/, '').replace('"value": 20', '"value": 25'))
  await page.getByLabel('Description').focus()
  await page.keyboard.type('More for advocates')
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Version 2 is saved as a draft.' }).waitFor()
  await page.getByRole('link', { name: 'Publish' }).press('Enter')
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'Version 2 is live.' }).waitFor()

  await page.getByRole('main').getByRole('link', { name: 'Give 20, get 20' }).press('Enter')
  await page.getByLabel('Compare', { exact: true }).focus()
  await page.keyboard.type('Version 2')
  await page.getByLabel('With', { exact: true }).focus()
  await page.keyboard.type('Version 1')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('"value": 25', { exact: false }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Version 1' }).press('Enter')
  await page.getByRole('link', { name: 'Make live' }).press('Enter')
  await page.getByRole('button', { name: 'Make live' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'Version 3 is live.' }).waitFor()
  // The browser reports the page with the errors.
  expect(complaints).toEqual([expect.stringContaining('422')])
})

test('a user edits a zone in its form by keyboard', async () => {
  const { page, complaints } = await newUser('/console/zones/overlay?creative=0')
  await page.getByRole('textbox', { name: 'Delay' }).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('soon')
  await page.keyboard.press('Enter')
  const delay = page.getByRole('textbox', { name: 'Delay', description: 'Expected a number' })
  await delay.waitFor()
  // The browser moves the focus when it has drawn the page.
  await expect.poll(() => delay.evaluate(element => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+A')
  await page.keyboard.type('500')
  await page.getByRole('button', { name: 'Publish' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'is live' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Delay' }).inputValue()).toBe('500')
  // The browser reports the page with the error.
  expect(complaints).toEqual([expect.stringContaining('422')])
})

test('a user opens the menu of a phone, changes to the sandbox, and signs out by keyboard', async () => {
  const { page, complaints } = await newVisitor({ viewport: PHONE })
  await openConsole(page, visit.demo, '/console')
  const menu = page.getByRole('navigation', { name: 'Console' })
  const openMenu = () => page.getByText('Menu', { exact: true }).press('Enter')
  expect(await menu.isVisible()).toBe(false)
  expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThan(64)
  for (const _ of ['the link to the content', 'the name', 'the menu']) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Emails' }).press('Enter')
  await page.getByRole('heading', { name: 'Emails' }).waitFor()
  await openMenu()
  await page.getByRole('button', { name: 'Open the sandbox' }).press('Enter')
  await page.getByRole('link', { name: 'Juniper (sandbox)' }).waitFor()
  await openMenu()
  await page.getByRole('button', { name: 'Sign out' }).press('Enter')
  await page.getByLabel('Email').waitFor()
  expect(complaints).toEqual([])
})

test('a user finds a call in the API reference', async () => {
  const { page, complaints } = await newUser('/console/docs', { javaScriptEnabled: true })
  await page.getByRole('searchbox', { name: 'Find a call' }).fill('revoke')
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ of \d+ calls$/ })
    .waitFor()
  expect(complaints).toEqual([])
})

test('the pages are accessible and fit 320 px, in light and dark', async () => {
  const { page, complaints } = await newUser('/console', { viewport: PHONE, javaScriptEnabled: true })
  const expectGood = async (name: string) => {
    expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, 320])
    expect([name, await axeViolationsOfSchemes(page)]).toEqual([name, []])
  }
  await page.getByText('Menu', { exact: true }).click()
  await expectGood('the open menu')
  const paths = [
    'tokens',
    'keys',
    'keys/juniper-shop',
    'keys/juniper-shop/revoke',
    'origins',
    'settings',
    'settings/payment',
    'rewards',
    'mails',
    'reports',
    'work',
    'clock',
    'campaigns',
    'people',
    'people/ada-lovelace',
    'zones',
    'zones/my_account?creative=0',
    'zones/share_experience',
    'zones/product?as=json',
    'theme',
  ]
  const pages = [
    ...paths.map(path => `/console/${path}`),
    `/console/rewards/${await addEarnedReward()}`,
    await addDomain(),
    await addDeletionRequest(),
    ...(await addPurchase()),
    ...(await addWebhook()),
  ]
  for (const path of [...pages, campaign, `${campaign}/versions/1`, `${campaign}/card`, `${campaign}/program`]) {
    await page.goto(visit.demo.origins.server + path)
    await expectGood(path)
  }
  expect(complaints).toEqual([])
  await page.getByRole('textbox', { name: 'JSON' }).fill('{ "name": 7 }')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('alert').waitFor()
  await expectGood('the errors of a program')
  await page.getByRole('textbox', { name: 'JSON' }).fill('{ "name": "Friends", "label": "friends" }')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByRole('status').waitFor()
  await expectGood('the changes of a program')
  await page.getByRole('link', { name: 'What would change?' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('heading', { name: /events? since/ }).waitFor()
  await expectGood('what a draft would change')
})
