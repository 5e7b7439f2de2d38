// Twenty questions that support gets. Each has a program, what happened, and the true reason in words and as a code.

import { expect, test } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import { demo } from '../../../../demo/platform/index.js'
import { publishProgram } from '../publish-program.js'
import { addReward } from '../server/rewards/add-reward.js'
import { advocate, backendOf } from '../setup/seed-programs/people.js'
import { server, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const backend = backendOf(visit)
const DAY_MS = 86_400_000

const thanks = { name: 'thanks', to: 'advocate', step: 'purchase', value: 20, type: 'USD' }
const welcome = { name: 'welcome', to: 'friend', step: 'purchase', value: 20, type: 'USD' }
const own = { ...welcome, name: 'own', to: 'consumer' }
const referral = { step: 'purchase', found_by: ['advocate_code', 'click'], click_days: 30 }
const both = { referral, rewards: [thanks, welcome] }

let people = 0
const newEmail = () => `case-${++people}@example.com`

/** A browser that has opened the link of an advocate. */
async function friendOf({ path }: { path: string }) {
  return tokenIn(await visit.send(path))
}

/** Buys, and returns the path of the explanation. */
async function buy(token: string, data: object = {}, event_name = 'purchase') {
  const json = { event_name, data: { email: newEmail(), cart_value: 50, ...data } }
  const { id } = await (await visit.send('/events', { token, json })).json()
  return `/v2/events/${id}/why`
}

/** Buys in the browser of a friend who has opened the link of a new advocate. */
const buyAsFriend = async (data: object = {}) => buy(await friendOf(await advocate(visit, newEmail())), data)

const addCampaign = (id: string) =>
  visit.rows('insert into programs (campaign_id, client_id) values ($1, $2)', [id, demo.clientId])

const publishZone = (name: string, creatives: object[], campaignId: string) =>
  addVersion(visit.platform, {
    zones: { [name]: JSON.stringify({ creatives }) },
    ...{ campaignId, editorId: demo.marketerId, message: 'A test', publish: true, at: new Date(visit.now) },
  })

/** Shows a zone with these creatives, and returns the path of the explanation. */
async function zone(name: string, creatives: object[], token: string) {
  await publishZone(name, creatives, demo.campaignId)
  await visit.send('/zones', { token, json: { event_name: name } })
  const [event] = await visit.rows<{ event_id: string }>(
    'select event_id from events where event_name = $1 order by created_at desc limit 1',
    [name],
  )
  visit.now += DAY_MS
  return `/v2/events/${event!.event_id}/why`
}

const creative = (when: object = {}) => ({ when, content: { title: 'An offer' } })

interface Case {
  reason: string
  program?: object
  /** What happened. Returns the path of the explanation. */
  happens(): Promise<string>
  /** The reward or zone in question. */
  about?: string
  code: string
  value?: unknown
}

const cases: Case[] = [
  {
    reason: 'the friend opened the link, but bought in another browser',
    program: both,
    async happens() {
      await friendOf(await advocate(visit, newEmail()))
      return buy(await visit.anonymous())
    },
    ...{ about: 'thanks', code: 'link', value: null },
  },
  {
    reason: 'the advocate bought with their own link',
    program: both,
    async happens() {
      const { token, code } = await advocate(visit, newEmail())
      return buy(token, { email: undefined, advocate_code: code })
    },
    ...{ about: 'welcome', code: 'self', value: expect.any(String) },
  },
  {
    reason: 'the friend was a customer before',
    program: {
      ...both,
      referral: { ...referral, friend: { not_audience: 'customers' } },
      audiences: { customers: { step: 'purchase' } },
    },
    async happens() {
      const email = newEmail()
      await buy(await visit.anonymous(), { email })
      return buyAsFriend({ email })
    },
    ...{ about: 'welcome', code: 'friend', value: 'customers' },
  },
  {
    reason: 'the advocate is blocked',
    program: both,
    async happens() {
      const email = newEmail()
      const token = await friendOf(await advocate(visit, email))
      const path = `/v5/persons/${await backend.personId(email)}/block`
      await backend.send(path, { method: 'PUT', json: { type: 'EVENTS', reason: 'Fraud' } })
      return buy(token)
    },
    ...{ about: 'thanks', code: 'block', value: 'EVENTS' },
  },
  {
    reason: 'the advocate has the reward for this friend already',
    program: { referral, rewards: [{ ...thanks, once_per: 'friend' }] },
    async happens() {
      const email = newEmail()
      const token = await friendOf(await advocate(visit, newEmail()))
      await buy(token, { email })
      return buy(token, { email })
    },
    ...{ about: 'thanks', code: 'once_per', value: expect.any(String) },
  },
  {
    reason: 'the cart is too small',
    program: { referral, rewards: [{ ...welcome, when: { data: { cart_value: { min: 30 } } } }] },
    happens: () => buyAsFriend({ cart_value: 28 }),
    ...{ about: 'welcome', code: 'data.cart_value', value: 28 },
  },
  {
    reason: 'the order is in another currency',
    program: { referral, rewards: [{ ...welcome, when: { data: { currency: 'USD' } } }] },
    happens: () => buyAsFriend({ currency: 'CAD' }),
    ...{ about: 'welcome', code: 'data.currency', value: 'CAD' },
  },
  {
    reason: 'the step has the quality LOW',
    program: { ...both, quality: [{ step: 'purchase', when: { data: { cart_value: { max: 5 } } }, quality: 'LOW' }] },
    happens: () => buyAsFriend({ cart_value: 3 }),
    ...{ code: 'quality', value: 'LOW' },
  },
  {
    reason: 'the campaign had not started',
    program: both,
    async happens() {
      const path = await buyAsFriend()
      await addCampaign('spring')
      return path
    },
    ...{ code: 'campaign', value: null },
  },
  {
    reason: 'another campaign has a creative before it',
    async happens() {
      await addCampaign('summer')
      await publishZone('season', [creative()], 'summer')
      visit.now += DAY_MS
      return zone('season', [creative()], await visit.anonymous())
    },
    ...{ about: 'season', code: 'shown', value: `${demo.campaignId} 1` },
  },
  {
    reason: 'the shop sent the event under another name',
    program: both,
    async happens() {
      const token = await friendOf(await advocate(visit, newEmail()))
      return buy(token, {}, 'order')
    },
    ...{ code: 'step', value: 'order' },
  },
  {
    reason: 'the event was recorded before',
    program: both,
    async happens() {
      const token = await friendOf(await advocate(visit, newEmail()))
      const data = { email: newEmail(), partner_event_id: 'J-1906' }
      await buy(token, data)
      return buy(token, data)
    },
    ...{ code: 'duplicate', value: 1 },
  },
  {
    reason: 'the person is identified, but not verified',
    program: { referral, rewards: [{ ...own, when: { level: 'verified' } }] },
    happens: () => buyAsFriend(),
    ...{ about: 'own', code: 'level', value: 'identified' },
  },
  {
    reason: 'the code is that of a link of the sandbox',
    program: both,
    async happens() {
      await visit.rows(
        `insert into persons (person_id, client_id, email, created_at) values ('tester', $1, 'tester@example.com', now())`,
        [demo.sandbox.clientId],
      )
      await visit.rows(
        `insert into shareables (code, person_id, key, data, created_at) values ('sandbox-code', 'tester', 'default', '{}', now())`,
      )
      return buy(await visit.anonymous(), { advocate_code: 'sandbox-code' })
    },
    ...{ about: 'thanks', code: 'link', value: 'sandbox-code' },
  },
  {
    reason: 'the friend bought too long after the click',
    program: both,
    async happens() {
      const token = await friendOf(await advocate(visit, newEmail()))
      visit.now += 31 * DAY_MS
      return buy(token)
    },
    ...{ about: 'welcome', code: 'click_days', value: expect.any(String) },
  },
  {
    reason: 'the zone has no creative for this level',
    happens: async () => zone('account_offer', [creative({ level: 'verified' })], await visit.anonymous()),
    ...{ about: 'account_offer', code: 'level', value: 'anonymous' },
  },
  {
    reason: 'the person is not in the audience of the zone',
    happens: async () => zone('vip_offer', [creative({ audience: 'vip' })], await visit.identified(newEmail())),
    ...{ about: 'vip_offer', code: 'audience', value: [] },
  },
  {
    reason: 'an earlier creative of the zone fits, too',
    happens: async () => zone('two_offers', [creative(), creative({ level: 'anonymous' })], await visit.anonymous()),
    ...{ about: 'two_offers', code: 'shown', value: `${demo.campaignId} 1` },
  },
  {
    reason: 'the fulfillment of the reward has failed',
    async happens() {
      const id = await addReward(visit)
      await backend.send(`/v2/custom-rewards/${id}/failed`, { method: 'POST', json: { message: 'No stock' } })
      return `/v2/rewards/${id}/why`
    },
    ...{ about: 'welcome', code: 'FAILED', value: 'No stock' },
  },
  {
    reason: 'the advocate has too few friends so far',
    program: { referral, rewards: [{ ...thanks, friends: 3 }] },
    happens: () => buyAsFriend(),
    ...{ about: 'thanks', code: 'friends', value: 1 },
  },
]

test('there are twenty cases', () => expect(cases).toHaveLength(20))

test.each(cases)('why: $reason', async ({ program, happens, about = null, code, value }) => {
  if (program) await publishProgram(visit, program)
  const path = await happens()
  const response = await visit.send(server + path, { token: demo.serverToken })
  const { answers } = await response.json()
  const text = expect.stringMatching(/^[A-Z].*\.$/)
  expect(answers).toContainEqual(expect.objectContaining({ name: about, code, value, text }))
})
