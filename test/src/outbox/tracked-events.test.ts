import { expect, test, vi } from 'vitest'
import { RewardsError } from '../../../src/error/error.js'
import { isSettledBy, type Settled, settledAs } from '../../../src/outbox/settled.js'
import { endTracked, removeTracked, type Tracked } from '../../../src/outbox/tracked-events.js'
import { failure } from '../failure.js'
import { waiting } from './waiting.js'

function open() {
  const onReceipt = vi.fn()
  const onRefusal = vi.fn()
  const tracked: Tracked[] = []
  const track = (id: string, owner = 'ann') =>
    new Promise((resolve, reject) => {
      const event = waiting(id, { owner })
      tracked.push({ event, isJournaled: true, at: 0, resolve, reject })
    })
  const settle = (settled: Settled) =>
    endTracked(tracked, event => isSettledBy(event, settled), settled, { onReceipt, onRefusal })
  return { tracked, track, settle, onReceipt, onRefusal, ids: () => tracked.map(({ event }) => event.id) }
}

const settled = (id: string, outcome: Pick<Settled, 'receipt' | 'error'>, more: Partial<Settled> = {}): Settled => ({
  ...settledAs(waiting(id, { owner: 'ann' }), outcome),
  ...more,
})

const receipt = { name: 'purchase', event_id: 'e-1', partner_event_id: '1' }

test('a receipt resolves every call with its id and name, and is told once', async () => {
  const { track, settle, onReceipt, ids } = open()
  const calls = [track('1'), track('1')]
  const other = track('2')
  settle(settled('1', { receipt }))
  expect(await Promise.all(calls)).toEqual([receipt, receipt])
  expect(onReceipt.mock.calls).toEqual([[receipt]])
  expect(ids()).toEqual(['2'])
  settle(settled('2', { receipt }))
  await other
})

test('an error rejects the call and is told, also if it comes from another tab as a plain object', async () => {
  const { track, settle, onRefusal } = open()
  const [here, elsewhere] = [failure(track('1')), failure(track('2'))]
  const error = new RewardsError('access_denied', 'No', { status: 403 })
  settle(settled('1', { error }))
  settle(settled('2', { error: { ...error, code: 'access_denied', message: 'No' } }))
  expect(await here).toBe(error)
  expect(await elsewhere).toBeInstanceOf(RewardsError)
  expect(await elsewhere).toMatchObject({ name: 'RewardsError', code: 'access_denied', message: 'No', status: 403 })
  expect(onRefusal).toHaveBeenCalledTimes(2)
})

test('an event of another name, of another consumer, or that this page has not tracked, ends nothing here', () => {
  const { track, settle, ids } = open()
  void track('1')
  settle(settled('1', { receipt }, { name: 'visit' }))
  settle(settled('1', { receipt }, { owner: 'bob' }))
  settle(settled('3', { receipt }))
  expect(ids()).toEqual(['1'])
})

test('those of a consumer who has left are taken away, and no others', () => {
  const { track, tracked, ids } = open()
  void track('1')
  void track('2', 'bob')
  expect(removeTracked(tracked, ({ owner }) => owner === 'ann').map(({ event }) => event.id)).toEqual(['1'])
  expect(ids()).toEqual(['2'])
})
