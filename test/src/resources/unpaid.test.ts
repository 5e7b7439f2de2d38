import { expect, test } from 'vitest'
import { failure } from '../failure.js'
import { everyCall } from './every-call.js'
import { useProgram } from './program.js'

const program = useProgram()

test('each call for an unpaid account rejects with payment_required and is not retryable', async () => {
  const { rewards, requests } = await program.verified('unpaid@example.com')
  const { id: person } = await rewards.profile.get()
  await program.rows('update clients set paid = false')
  const ids = { person: person!, asset: 'a', share: 's', code: 'c', polling: 'p' }
  for (const [name, call] of Object.entries(everyCall)) {
    const before = requests.length
    const { code, status, retryable } = await failure(call(rewards, ids))
    expect({ name, code, status, retryable }).toEqual({ name, code: 'payment_required', status: 402, retryable: false })
    expect(requests.length, name).toBe(before + 1)
  }
})
