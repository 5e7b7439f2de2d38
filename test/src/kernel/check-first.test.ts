// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createRewards, type Rewards, type RewardsOptions } from '../../../src/index.js'
import { SOON } from '../../soon.js'

const warned = vi.spyOn(console, 'warn')
let runtimes: Rewards[] = []

beforeEach(() => {
  warned.mockReset().mockImplementation(() => {})
})
afterEach(() => {
  for (const rewards of runtimes) rewards.destroy()
  runtimes = []
})

function create(options: Partial<RewardsOptions> = {}) {
  const rewards = createRewards({ domain: 'https://share.brand.com', ...options })
  runtimes.push(rewards)
  return rewards
}

const lines = () => warned.mock.calls.map(([line]) => String(line)).filter(line => line.includes('second_runtime'))

test('a second runtime for a program says in which options it differs from the first, which the zones use', async () => {
  create({ consent: 'granted' })
  const second = create({ consent: 'denied', jwt: () => null })
  // Nothing has failed: a page that listens to errors still finds it in the console.
  const failed = vi.fn()
  second.addEventListener('error', ({ detail }) => failed(detail))
  await vi.waitFor(() => expect(lines()).toHaveLength(1), SOON)
  expect(lines()[0]).toContain(
    'two runtimes for https://share.brand.com: its zones use the first. They differ in consent (first: granted; createRewards(): denied), jwt (first: not set; createRewards(): set). Keep one of the two',
  )
  expect(failed).not.toHaveBeenCalled()
})

test('says nothing about the same options, another program, or a runtime that was destroyed', async () => {
  create({ consent: 'unset' }).destroy()
  create({ jwt: () => null })
  create({ jwt: () => null, consent: 'program' })
  create({ domain: 'https://other.brand.com', consent: 'denied' })
  create({ carrier: 'header' })
  await vi.waitFor(() => expect(lines()).toHaveLength(1), SOON)
  expect(lines()[0]).toContain('carrier (first: auto; createRewards(): header)')
})
