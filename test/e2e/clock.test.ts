import { expect, test } from 'vitest'
import { addVersion } from '../../demo/platform/campaign/campaign-version.js'
import { demo as brand } from '../../demo/platform/index.js'
import { PASSWORD } from '../../demo/shop/account/customers.js'
import { axeViolationsOfSchemes } from '../axe.js'
import { ask } from '../demo/ask.js'
import { useDemo } from './demo.js'
import { openConsole } from './open-console.js'

const visit = useDemo()

/** A program whose reward waits for thirty days. */
const program = {
  ...{ name: 'Patience', label: 'patience', events: { joined: 'joined' } },
  rewards: [
    {
      ...{ name: 'late', to: 'consumer', step: 'joined', value: 5, type: 'USD', once_per: 'event' },
      fulfillment: { mode: 'delayed', days: 30 },
      coupon: { code: 'PATIENCE-5' },
    },
  ],
}

async function earnReward() {
  const { platform, origins } = visit.demo
  const version = { editorId: brand.marketerId, message: 'A test', publish: true, at: new Date() }
  await addVersion(platform, { program: JSON.stringify(program), ...version })
  const headers = { Authorization: `Bearer ${brand.serverToken}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ event_name: 'joined', data: { email: brand.ada.email } })
  expect((await ask(`${origins.server}/v6/events`, { method: 'POST', headers, body })).status).toBe(200)
}

test('a user moves the clock by keyboard, stays signed in, and a consumer gets the reward that was delayed', async () => {
  await earnReward()
  const consumer = await visit.newVisitor()
  await consumer.page.goto(`${visit.demo.origins.shop}/account`)
  await consumer.page.getByLabel('Email').fill(brand.ada.email)
  await consumer.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await consumer.page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  const zone = consumer.page.locator('rewards-zone')
  await zone.getByText('We’ll get it ready after a final check.').waitFor()

  const user = await visit.newVisitor({ javaScriptEnabled: false })
  await openConsole(user.page, visit.demo, '/console/clock')
  await user.page.getByRole('link', { name: 'late of ada@example.com' }).waitFor()
  await user.page.getByLabel('Move forward').focus()
  await user.page.keyboard.type('30 days')
  await user.page.keyboard.press('Tab')
  await user.page.keyboard.press('Enter')
  await user.page.getByRole('status').filter({ hasText: '1 reward fulfilled.' }).waitFor()

  await consumer.page.reload()
  expect(await zone.getByLabel('Your code').inputValue()).toBe('PATIENCE-5')
  expect([...user.complaints, ...consumer.complaints]).toEqual([])
})

test('what a move did is accessible and fits 320 px, in light and dark', async () => {
  const { db } = visit.demo.platform
  await db.query(
    `insert into webhooks (webhook_id, client_id, url, event_types, enabled, secret, created_at, updated_at)
     values ('hook', $1, 'https://shop.example.com/integrations/rewards/webhooks', '{reward.earned}', true, '', now(), now())`,
    [brand.clientId],
  )
  await db.query(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
     values ('a message', 'webhook-message', $1, 'hook', '"msg"', now() + interval '900 days', now())`,
    [brand.clientId],
  )
  const { page, complaints } = await visit.newVisitor({ viewport: { width: 320, height: 800 } })
  await openConsole(page, visit.demo, '/console/clock')
  await page.getByLabel('Move forward').selectOption('1 hour')
  await page.getByRole('button', { name: 'Move the clock' }).click()
  await page.getByRole('status').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await axeViolationsOfSchemes(page)).toEqual([])
  expect(complaints).toEqual([])
})
