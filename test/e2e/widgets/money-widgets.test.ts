import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ScriptRewards } from '../../../src/api.js'
import { newestMail } from '../../mails.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo, type Visitor } from '../demo.js'
import { PAYLOADS } from './payloads.js'
import { fillZones } from './zone-content.js'

const visit = useDemo()

const ZONES = `<rewards-zone name="bankable_rewards"></rewards-zone>
  <rewards-zone name="friends"></rewards-zone>
  <rewards-zone name="advocate_stats_embedded"></rewards-zone>
  <rewards-zone name="reward_status" data='{"reward_name":"advocate-20"}'></rewards-zone>`

const zone = (page: Page, name: string) => page.locator(`rewards-zone[name="${name}"]`)

/** As somebody who reads their mail in another tab, and comes back. */
async function confirmMail({ page, context }: Visitor) {
  const mails = await context.newPage()
  await mails.goto((await newestMail(visit.demo.platform)).link)
  await mails.getByRole('button').click()
  await mails.getByText('Thank you').first().waitFor()
  await mails.close()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
}

test('a verified advocate sees the reward for a friend’s purchase', async () => {
  const advocate = await visit.newVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page } = advocate
  await openBarePage(page, visit.demo, { body: ZONES })
  const rewards = zone(page, 'bankable_rewards')
  // A stranger is told what to do, by each of them, and does it in one.
  await rewards.getByRole('textbox', { name: 'Your email address' }).fill('dora@example.com')
  await expect.poll(() => page.getByRole('heading', { name: 'Confirm it’s you' }).count(), SOON).toBe(4)
  await rewards.getByRole('button', { name: 'Email me a link' }).click()
  await rewards.getByRole('status').filter({ hasText: 'We emailed you a link' }).waitFor(SOON)
  await zone(page, 'friends').getByRole('button', { name: 'Use a different email' }).waitFor(SOON)

  const link = await page.evaluate(async () => (await (window.rewards as ScriptRewards).shareables.getOrCreate()).link)
  const friend = await visit.newVisitor()
  await friend.page.goto(link)
  await friend.page.waitForFunction(() => 'track' in (window.rewards ?? {}))
  await friend.page.evaluate(() =>
    (window.rewards as ScriptRewards).track('purchase', { email: 'edsger@example.com', first_name: 'Edsger' }),
  )

  await confirmMail(advocate)
  await rewards.getByText('$20').waitFor(SOON)
  await rewards.getByText('after a final check').waitFor()
  expect(await rewards.getByRole('button').count()).toBe(0)
  await zone(page, 'friends').getByRole('listitem').filter({ hasText: 'EdsgerMade a purchase' }).waitFor(SOON)
  const figures = () => zone(page, 'advocate_stats_embedded').locator('dl > div').allTextContents()
  await expect
    .poll(figures, SOON)
    .toEqual(['Earned$20', 'Shares0', 'Visits from your link1', 'Friends who made a purchase1'])
  await zone(page, 'reward_status').getByRole('status').filter({ hasText: 'We are checking your order.' }).waitFor(SOON)

  // The brand has made it ready: it comes with its code, by the keyboard too.
  await visit.demo.platform.db.query(
    `update rewards set state = 'FULFILLED', partner_reward_id = 'FERN-2041'
     where person_id = (select person_id from persons where email = 'dora@example.com')`,
  )
  await page.reload()
  await zone(page, 'reward_status').getByRole('status').filter({ hasText: 'Your reward is here.' }).waitFor(SOON)
  await rewards.getByRole('textbox', { name: 'Your code' }).press('Tab')
  await page.keyboard.press('Enter')
  await rewards.getByRole('button', { name: 'Copied' }).waitFor(SOON)
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('FERN-2041')
  expect([...advocate.complaints, ...friend.complaints]).toEqual([])
})

/** Each widget with every key it knows. */
const filled = (value: unknown) => ({
  rewards: {
    widget: 'rewards',
    headline: value,
    rewards: [
      value,
      { state: value, face_value: value, face_value_type: value, journey_name: value },
      { state: 'FULFILLED', face_value: 20, face_value_type: value, partner_reward_id: value, expires_at: value },
      { state: 'SENT', journey_name: value, partner_reward_id: value, partner_reward_key_type: 'LINK' },
    ],
  },
  none: { widget: 'rewards', rewards: value, empty_text: value },
  referrals: {
    widget: 'referrals',
    remind: value,
    referrals: [
      value,
      { reason: value, updated_at: value, person: { id: value, first_name: value, image_url: value } },
    ],
  },
  stats: {
    widget: 'stats',
    totals: { clicks: 1, shares: value, conversions: value, earned: { value: 7, type: value } },
  },
  'reward-status': { widget: 'reward-status', reward_name: value, pending_text: value, failed_text: value },
})

/** Puts zones of these names into the page, and answers how the loading of each ended. */
const placeZones = (names: string[]) =>
  Promise.all(
    names.map(name => {
      const zone = Object.assign(document.createElement('rewards-zone'), { name })
      const outcome = new Promise<string>(resolve => {
        for (const type of ['load', 'error'])
          zone.addEventListener(type, () => resolve(`${name} ${type}`), { once: true })
      })
      document.body.append(zone)
      return outcome
    }),
  )

test('hostile content in any key of these widgets runs nothing, leads nowhere and breaks nothing', async () => {
  const zones = Object.fromEntries(
    Object.entries(PAYLOADS).flatMap(([payload, value]) =>
      Object.entries(filled(value)).map(([widget, content]) => [`${widget}_${payload}`, content]),
    ),
  )
  const { page, complaints } = await visit.newVisitor()
  await fillZones(page, visit.demo, zones)
  await openBarePage(page, visit.demo)
  const proof = await proofOf({ email: 'eve@example.com' })
  await page.evaluate(async proof => void (await (window.rewards as ScriptRewards).verify(proof)), proof)
  // One widget after the other: the contents of all zones are 26 MB, and each zone has 30 s from when it is asked for.
  for (const widget of Object.keys(filled(''))) {
    const names = Object.keys(PAYLOADS).map(payload => `${widget}_${payload}`)
    expect(await page.evaluate(placeZones, names)).toEqual(names.map(name => `${name} load`))
  }
  // What stands beside it stands there still.
  for (const part of ['FULFILLED', 'SENT', 'friend', 'earned'])
    expect(await page.locator(`[part~="${part}"]`).count(), part).toBe(Object.keys(PAYLOADS).length)
  const found = await page.evaluate(() =>
    [...document.querySelectorAll('rewards-zone')].flatMap(({ shadowRoot }) =>
      [...shadowRoot!.querySelectorAll('[href], [src], script, style, [style]')].map(node => node.outerHTML),
    ),
  )
  expect(found).toEqual([])
  const marks = await page.evaluate(() => [Reflect.get(window, 'pwned'), Reflect.get({}, 'pwned')])
  expect(marks).toEqual([undefined, undefined])
  // A name that is none is the program's to refuse.
  expect(complaints.filter(complaint => !complaint.includes('400'))).toEqual([])
})
