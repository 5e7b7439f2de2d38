import { expect, test } from 'vitest'
import { useDemo } from './demo.js'

const visit = useDemo()

test('a friend who follows the advocate’s link and buys earns the advocate a reward', async () => {
  const { platform, origins } = visit.demo
  const advocate = await visit.newVisitor()
  await advocate.page.goto(origins.shop)
  const link = await advocate.page.getByRole('textbox', { name: 'Your link' }).inputValue()
  const email = `advocate-${Date.now()}@example.com`
  await advocate.page.evaluate(address => Reflect.get(globalThis, 'rewards').identify({ email: address }), email)

  const friend = await visit.newVisitor()
  await friend.page.goto(link)
  await expect.poll(() => new URL(friend.page.url()).origin).toBe(origins.shop)
  expect((await friend.context.cookies()).map(({ name }) => name)).toContain('svc_token')

  const rewards = async () => {
    const rows = await platform.db.query(
      `select state, face_value from rewards join persons using (person_id) where email = $1`,
      [email],
    )
    return rows
  }
  expect(await rewards()).toEqual([])
  await friend.page.goto(`${origins.shop}/checkout`)
  await friend.page.getByRole('textbox', { name: /email/i }).fill(`friend-${Date.now()}@example.com`)
  await friend.page.getByRole('button', { name: /order|buy|pay/i }).click()
  await expect.poll(rewards).toMatchObject([{ state: 'EARNED' }])
  expect([...advocate.complaints, ...friend.complaints]).toEqual([])
})
