import { expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { addReward } from '../server/rewards/add-reward.js'
import { usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const change = (id: string, fields: Record<string, string>) => user.send(`/console/rewards/${id}`, fields)
const stateOf = async (id: string) =>
  (await visit.rows('select state, partner_reward_id from rewards where reward_id = $1', [id]))[0]

test('the list shows the rewards in a state, and how many each state has', async () => {
  const earned = await addReward(visit)
  const sent = await addReward(visit, { state: 'SENT' })
  const first = await user.read('/console/rewards')
  expect(first).toContain(`href="/console/rewards/${earned}"`)
  expect(first).not.toContain(`href="/console/rewards/${sent}"`)
  expect(first).toMatch(/Sent \(1\)/)
  const next = await addReward(visit)
  const listed = [...(await user.read('/console/rewards')).matchAll(/href="\/console\/rewards\/([^"?]+)"/g)].map(
    ([, id]) => id,
  )
  expect(listed.slice(0, 2)).toEqual([next, earned])
  expect(await user.read('/console/rewards?state=SENT')).toContain(`href="/console/rewards/${sent}">${demo.ada.email}<`)
  expect(await user.read('/console/rewards?state=REVOKED')).toContain('No reward is in this state.')
})

test('an earned reward is approved with a code and a reason', async () => {
  const id = await addReward(visit)
  const response = await change(id, { change: 'fulfilled', code: ' THANKS ', message: 'Checked' })
  expect(response.status).toBe(303)
  const page = await user.read(response.headers.get('Location')!)
  expect(page).toMatch(/The reward is now fulfilled\..*Fulfilled<.*Checked</s)
  expect(await stateOf(id)).toEqual({ state: 'FULFILLED', partner_reward_id: 'THANKS' })
})

test('a reason has at most 500 characters and a code at most 200, and only a fulfillment has a code', async () => {
  const id = await addReward(visit)
  for (const [message, code] of [
    ['x'.repeat(501), ''],
    ['', 'x'.repeat(201)],
  ] as const) {
    const refused = await change(id, { change: 'fulfilled', message, code })
    const page = await refused.text()
    expect([refused.status, page]).toEqual([422, expect.stringContaining('is too long')])
    expect(page).toContain(`value="${message || code}"`)
  }
  const longest = { message: 'x'.repeat(500), code: 'x'.repeat(200) }
  expect((await change(id, { change: 'fulfilled', ...longest })).status).toBe(303)
  const other = await addReward(visit)
  expect((await change(other, { change: 'failed', message: 'Lost', code: 'LATE' })).status).toBe(303)
  expect(await stateOf(other)).toEqual({ state: 'FAILED', partner_reward_id: null })
})

test.each([
  ['EARNED', 'fulfilledAndSent', 'SENT'],
  ['FULFILLED', 'sent', 'SENT'],
  ['SENT', 'redeemed', 'REDEEMED'],
  ['FULFILLED', 'failed', 'FAILED'],
  ['FAILED', 'retry', 'EARNED'],
] as const)('a reward that is %s is after %s %s', async (state, name, next) => {
  const id = await addReward(visit, { state })
  expect((await change(id, { change: name })).status).toBe(303)
  expect(await stateOf(id)).toMatchObject({ state: next })
})

test.each([
  ['cancel', 'Deny this reward?', 'CANCELED'],
  ['expire', 'Expire this reward?', 'EXPIRED'],
  ['revoke', 'Revoke this reward?', 'REVOKED'],
])('%s asks first', async (name, question, state) => {
  const id = await addReward(visit)
  const page = await (await change(id, { change: name, message: 'Returned' })).text()
  expect(page).toContain(question)
  expect(page).toContain('name="message" value="Returned"')
  expect(await stateOf(id)).toMatchObject({ state: 'EARNED' })
  await change(id, { change: name, message: 'Returned', confirmed: 'yes' })
  expect(await stateOf(id)).toMatchObject({ state })
  expect(await user.read(`/console/rewards/${id}`)).toContain('does not change any more')
})

test('the page offers only the changes that the state allows, and explains others', async () => {
  const id = await addReward(visit, { state: 'FULFILLED' })
  const page = await user.read(`/console/rewards/${id}`)
  const offered = [...page.matchAll(/name="change" value="(\w+)"/g)].map(([, name]) => name)
  expect(offered).toEqual(['sent', 'redeemed', 'failed', 'expire', 'revoke'])
  const response = await change(id, { change: 'retry', message: 'Again' })
  expect(response.status).toBe(422)
  expect(await response.text()).toMatch(/A reward in state FULFILLED cannot become EARNED\..*value="Again"/s)
  expect((await change(id, { change: 'constructor' })).status).toBe(422)
  const earned = await addReward(visit)
  const refused = await (await change(earned, { change: 'sent', message: 'Sent', code: 'THANKS' })).text()
  expect(refused).toMatch(/A reward in state EARNED cannot become SENT\./)
  for (const typed of ['Sent', 'THANKS']) expect(refused).toContain(`value="${typed}"`)
})

test.each([
  ['EARNED', 'Approve and fulfill, Fulfill and mark as sent, Mark as failed, Deny, Expire, Revoke'],
  ['FULFILLED', 'Mark as sent, Mark as redeemed, Mark as failed, Expire, Revoke'],
  ['FAILED', 'Retry, Deny'],
])('a reward that is %s has the buttons %s', async (state, labels) => {
  const page = await user.read(`/console/rewards/${await addReward(visit, { state })}`)
  const buttons = [...page.matchAll(/<button name="change"[^>]*>([^<]+)</g)].map(([, label]) => label)
  expect(buttons.join(', ')).toBe(labels)
})

test('the rewards of the sandbox are not those of production', async () => {
  const id = await addReward(visit)
  await user.send('/console/client', { client_id: demo.sandbox.clientId })
  expect(await user.read('/console/rewards')).toContain('No reward is in this state.')
  expect((await user.open(`/console/rewards/${id}`)).status).toBe(400)
  expect((await change(id, { change: 'fulfilled' })).status).toBe(400)
  await user.send('/console/client', { client_id: demo.clientId })
})
