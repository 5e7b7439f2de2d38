import { expect, test, vi } from 'vitest'
import { createRewards, RewardsError } from '../../../src/index.js'
import { createTestPlatform } from '../../../testing/index.js'
import { sendVerification } from '../../../widgets/kit/send-verification.js'

/** A runtime whose call for the email ends like this. */
const answering = (answer: () => Promise<{ polling_id: string; status: string }>) => {
  const rewards = createRewards(createTestPlatform().options)
  return Object.assign(rewards, { identify: vi.fn(async () => rewards.consumer), requestVerificationEmail: answer })
}

const fails = (code: RewardsError['code']) => async () => {
  throw new RewardsError(code, code)
}

test.each([
  ['sent', async () => ({ polling_id: '1', status: 'SUCCEEDED' })],
  ['sent', async () => ({ polling_id: '1', status: 'PENDING' })],
  ['failed', async () => ({ polling_id: '1', status: 'FAILED' })],
  ['needs_address', fails('invalid_person_email')],
  ['needs_address', fails('invalid_email')],
  ['failed', fails('network_error')],
] as const)('an email is %s', async (outcome, answer) => {
  const rewards = answering(answer)
  expect(await sendVerification(rewards)).toBe(outcome)
  expect(rewards.identify).not.toHaveBeenCalled()
  rewards.destroy()
})

test('an address identifies the consumer first', async () => {
  const rewards = answering(async () => ({ polling_id: '1', status: 'SUCCEEDED' }))
  expect(await sendVerification(rewards, 'ada@example.com')).toBe('sent')
  expect(rewards.identify).toHaveBeenCalledExactlyOnceWith({ email: 'ada@example.com' })
  rewards.destroy()
})
