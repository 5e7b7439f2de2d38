import { afterEach, expect, test, vi } from 'vitest'
import type { Rewards, Zone } from '../../../src/index.js'
import { readForm } from '../../../widgets/form/form-content.js'
import { submitForm } from '../../../widgets/form/submit-form.js'

afterEach(() => void vi.useRealTimers())

test('a form waits three seconds for the receipt of its event', async () => {
  vi.useFakeTimers()
  const rewards = { track: () => new Promise(() => {}) } as unknown as Rewards
  const zone = { name: 'club', campaign_id: 'c-1' } as Zone
  const isDone = vi.fn()
  submitForm(rewards, zone, readForm({}), new Map(), 'e-1').then(isDone)
  await vi.advanceTimersByTimeAsync(2_999)
  expect(isDone).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(isDone).toHaveBeenCalled()
})
