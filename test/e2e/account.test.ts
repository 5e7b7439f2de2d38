import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../demo/shop/account/customers.js'
import type { ScriptRewards } from '../../src/api.js'
import { SOON } from '../soon.js'
import { useDemo } from './demo.js'

const visit = useDemo()

const level = (page: Page) => page.evaluate(() => (window.rewards as ScriptRewards).consumer.level)

async function signIn(page: Page, password = PASSWORD) {
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
}

test('a customer signs in, is verified, changes their profile and erases their data', async () => {
  const { page, complaints } = await visit.newVisitor()
  const { shop } = visit.demo.origins
  await page.goto(shop)
  await page.getByRole('link', { name: 'Account' }).click()
  await signIn(page, 'a-garden-wall')
  await page.getByRole('alert').waitFor()
  await signIn(page)

  // Their own backend has proved it: nobody asks them again.
  const firstName = page.getByLabel('First name', { exact: true })
  await firstName.waitFor()
  expect(await level(page)).toBe('verified')
  expect(await page.locator('[data-jwt]').count()).toBe(0)
  const zone = page.locator('rewards-zone')
  expect((await zone.getByRole('heading', { level: 2 }).allTextContents()).sort()).toEqual([
    'Give 20, get 20',
    'Top gardeners',
    'Your friends',
    'Your goals',
    'Your level',
    'Your profile',
    'Your results',
    'Your rewards',
  ])
  expect(await zone.getByRole('progressbar').count()).toBe(4)
  await zone.getByRole('row', { name: /Ada L\. You 0$/ }).waitFor()
  expect(await zone.getByLabel('Your link').inputValue()).toContain('/s/ada')

  // What is refused is told where it stands, and stays.
  const email = page.getByLabel('Email address')
  await firstName.fill('Augusta')
  await email.fill('grace@example.com')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('This email address is already in use.').waitFor()
  expect(await email.evaluate(field => (field.getRootNode() as ShadowRoot).activeElement === field)).toBe(true)
  expect([await firstName.inputValue(), await email.inputValue()]).toEqual(['Augusta', 'grace@example.com'])
  await email.fill('ada@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()

  // The same by the runtime's calls alone.
  await page.getByRole('link', { name: 'View without widgets' }).click()
  await expect.poll(() => page.getByLabel('First name', { exact: true }).inputValue(), SOON).toBe('Augusta')
  expect(await page.locator('[data-show=link]').textContent()).toContain('/s/ada')
  expect(await page.locator('[data-list=rewards]').textContent()).toContain('No rewards yet')
  await page.getByLabel('First name', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The first name is empty or too long.').waitFor()
  await page.getByLabel('First name', { exact: true }).fill('Ada')
  await page.keyboard.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()

  // A link from elsewhere to where one ends up signed out.
  await page.goto(`${shop}/account/signed-out`)
  await expect.poll(() => level(page), SOON).toBe('verified')
  await page.goto(`${shop}/account`)
  await page.getByLabel('First name', { exact: true }).waitFor()
  await page.route('**/events', route => route.abort())
  await page.evaluate(() => void (window.rewards as ScriptRewards).track('balcony_looked_at'))
  await page.getByText('Data stored in this browser').click()
  await page.getByText('A cookie that recognizes you').waitFor()
  // Beside it the view of the zone may wait.
  await page.getByText(/^Events waiting to be sent: [12]$/).waitFor()
  await page.unroute('**/events')
  // A zone for the next consumer would store its height when the page is left.
  await page.route('**/zones', route => route.abort())
  await page.getByRole('button', { name: 'Delete this data' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'See you soon.' }).waitFor()
  await expect.poll(() => level(page), SOON).toBe('anonymous')
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('rewards-zone'))), SOON)
    .toEqual([])
  const verified =
    "select 1 from tokens where 'VERIFIED_CONSUMER' = any (scopes) and invalidated_at is null and type = 'CONSUMER'"
  expect(await visit.demo.platform.db.query(verified)).toEqual([])
  await page.goto(`${shop}/account`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()

  // What was refused, and what did not get through, a browser writes into its console.
  expect(complaints.filter(line => !/status of 40[03]|ERR_FAILED/.test(line))).toEqual([])
})

test('a customer whose JWT the program rejects is asked to confirm by email', async () => {
  const { page } = await visit.newVisitor()
  await visit.demo.platform.db.query("update signing_keys set kid = 'another'")
  try {
    await page.goto(`${visit.demo.origins.shop}/account`)
    await signIn(page)
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
  } finally {
    await visit.demo.platform.db.query("update signing_keys set kid = 'juniper-shop'")
  }
})
