import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeViolationsOfSchemes } from '../axe.js'
import { addReward } from '../demo/platform/server/rewards/add-reward.js'
import { useDemo } from './demo.js'

const visit = useDemo()

/** Opens a page of the console as the demo user, who has no script. */
async function openConsole(path: string, viewport = { width: 1280, height: 900 }) {
  const visitor = await visit.newVisitor({ viewport })
  await visitor.page.goto(visit.demo.origins.server + path)
  await signIn(visitor.page)
  return visitor
}

const addEarnedReward = () =>
  addReward({ rows: (sql, params) => visit.demo.platform.db.query(sql, params), now: Date.now() })

async function signIn(page: Page) {
  await page.getByLabel('Email').focus()
  await page.keyboard.type(visit.demo.user.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(visit.demo.user.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Sign out', includeHidden: true }).waitFor({ state: 'attached' })
}

test('a user creates and revokes a token by keyboard', async () => {
  const { page, complaints } = await openConsole('/console/tokens')
  await page.getByRole('textbox', { name: 'Name' }).focus()
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
  const { page, complaints } = await openConsole('/console/keys')
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
  expect(await page.getByRole('rowheader').allInnerTexts()).toEqual(['juniper-shop'])
  expect(complaints).toEqual([])
})

test('a user allows and removes an origin by keyboard', async () => {
  const { page, complaints } = await openConsole('/console/origins')
  await page.getByLabel('Origin').focus()
  await page.keyboard.type('https://blog.example')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Remove https://blog.example' }).press('Enter')
  await page.getByRole('button', { name: 'Remove the origin' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'removed' }).waitFor()
  expect(await page.getByRole('rowheader', { name: 'https://blog.example' }).count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a user denies a reward by keyboard', async () => {
  const rewardId = await addEarnedReward()
  const { page, complaints } = await openConsole('/console/rewards')
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

test('a user opens the menu of a phone by keyboard', async () => {
  const { page, complaints } = await openConsole('/console', { width: 320, height: 800 })
  const menu = page.getByRole('navigation', { name: 'Console' })
  expect(await menu.isVisible()).toBe(false)
  expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThan(64)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Emails' }).press('Enter')
  await page.getByRole('heading', { name: 'Emails' }).waitFor()
  expect(complaints).toEqual([])
})

test('the pages are accessible and fit 320 px, in light and dark', async () => {
  const { page, complaints } = await openConsole('/console', { width: 320, height: 800 })
  const reward = `/console/rewards/${await addEarnedReward()}`
  const pages = ['/console', '/console/tokens', '/console/keys', '/console/keys/juniper-shop', '/console/origins']
  await page.locator('summary', { hasText: 'Menu' }).click()
  expect(await axeViolationsOfSchemes(page)).toEqual([])
  for (const path of [...pages, '/console/mails', '/console/keys/juniper-shop/revoke', '/console/rewards', reward]) {
    await page.goto(visit.demo.origins.server + path)
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 320])
    expect([path, await axeViolationsOfSchemes(page)]).toEqual([path, []])
  }
  expect(complaints).toEqual([])
})
