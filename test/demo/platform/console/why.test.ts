import { beforeAll, describe, expect, test } from 'vitest'
import { publishProgram } from '../publish-program.js'
import { addReward } from '../server/rewards/add-reward.js'
import { advocate, backendOf } from '../setup/seed-programs/people.js'
import { tokenIn, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)
const backend = backendOf(visit)

const reward = { step: 'purchase', value: 20, type: 'USD', when: { data: { cart_value: { min: 30 } } } }
let friend: { id: string; event: string }
let owner: { id: string }

beforeAll(async () => {
  await publishProgram(visit, {
    referral: { step: 'purchase' },
    rewards: [
      { ...reward, name: 'thanks', to: 'advocate', when: {} },
      { ...reward, name: 'welcome', to: 'friend' },
    ],
  })
  const { path } = await advocate(visit, 'owner@example.com')
  const token = tokenIn(await visit.send(path))
  const data = { email: 'fay@example.com', cart_value: 28, note: '<b>' }
  const { id } = await (await visit.send('/events', { token, json: { event_name: 'purchase', data } })).json()
  friend = { id: await backend.personId('fay@example.com'), event: id }
  owner = { id: await backend.personId('owner@example.com') }
})

describe('the page of an event', () => {
  test('says why there is no reward, with a text for the customer', async () => {
    const page = await user.read(`/console/events/${friend.event}`)
    expect(page).toMatch(/cart_value does not fit.*asked for at least 30, got 28/s)
    expect(page).toContain('The reward of $20 is for orders with a cart value of at least 30. Yours had 28.')
    expect(page).toContain('&lt;b&gt;')
    expect(page).not.toContain('<b>')
  })

  test('has the advocate and the friend side by side', async () => {
    const page = await user.read(`/console/events/${friend.event}`)
    expect(page).toMatch(/Advocate<.*owner@example\.com<.*Friend<.*fay@example\.com</s)
  })

  test('has the rules in their order, and whether each is met', async () => {
    const page = await user.read(`/console/events/${friend.event}`)
    const rows = [...page.matchAll(/<th scope="row">([^<]+)<.*?"met (yes|no)"/gs)].map(([, ...row]) => row.join(' '))
    expect(rows.slice(0, 3)).toEqual([
      'A code or a click leads to a link no',
      'A code or a click leads to a link yes',
      'The click is young enough (days) yes',
    ])
    expect(rows.at(-1)).toBe('Data: cart_value no')
  })

  test('of the request of a zone lists the creatives', async () => {
    await visit.send('/zones', { token: await visit.anonymous(), json: { event_name: 'share_experience' } })
    const [zone] = await visit.rows<{ event_id: string }>(
      `select event_id from events where event_name = 'share_experience'`,
    )
    expect(await user.read(`/console/events/${zone!.event_id}`)).toMatch(
      /Request of the zone share_experience.*Creative/s,
    )
  })

  test('that does not exist says so', async () => {
    expect((await user.open('/console/events/unknown')).status).toBe(404)
    expect((await user.open('/console/clicks/unknown')).status).toBe(404)
  })
})

test('the page of a friend explains their newest events, and leads to their clicks', async () => {
  const page = await user.read(`/console/people/${friend.id}`)
  expect(page).toMatch(/Why a reward, or none.*welcome: .*cart_value does not fit/s)
  expect(page).toContain(`href="/console/events/${friend.event}"`)
  const [, click] = /href="(\/console\/clicks\/[^"]+)"/.exec(page)!
  expect(await user.read(click!)).toMatch(/The click has referred a friend.*Your friend has ordered with your link\./s)
})

test('the page of an advocate explains the clicks on their links', async () => {
  expect(await user.read(`/console/people/${owner.id}`)).toMatch(
    /Clicks on their links.*The click has referred a friend/s,
  )
})

test('the page of a reward says why it was earned, and why it waits', async () => {
  const [{ reward_id }] = (await visit.rows<{ reward_id: string }>('select reward_id from rewards')) as [
    { reward_id: string },
  ]
  const page = await user.read(`/console/rewards/${reward_id}`)
  expect(page).toMatch(/All rules are met.*It waits for your approval/s)
  expect(page).toMatch(/Advocate<.*owner@example\.com<.*Friend<.*fay@example\.com</s)
  expect(page).toContain(`href="/console/events/${friend.event}"`)
})

test('a reward whose event was recorded before the platform kept facts says so', async () => {
  const id = await addReward(visit)
  expect((await user.open(`/console/rewards/${id}`)).status).toBe(200)
})
