import { beforeEach, describe, expect, test } from 'vitest'
import type { RewardsStorage } from '../../../src/index.js'
import * as dismissal from '../../../widgets/cta/dismissal.js'

const zone = (campaign_id: string) => ({ name: 'overlay', event_id: '1', campaign_id, data: {} })

/** The part of `rewards.storage` that is used. Without an owner nothing may be stored, or nobody is known. */
let owner: string | undefined
const storage = () => ({ owner }) as RewardsStorage
const storeDismissal = (...args: [ReturnType<typeof zone>, string]) => dismissal.storeDismissal(storage(), ...args)
const readDismissal = (of: ReturnType<typeof zone>) => dismissal.readDismissal(storage(), of)

beforeEach(() => {
  localStorage.clear()
  owner = undefined
})

describe('a dismissal', () => {
  test('is stored for one person and one campaign', () => {
    owner = 'ida'
    storeDismissal(zone('spring'), 'minimized')
    expect(readDismissal(zone('spring'))).toBe('minimized')
    expect(readDismissal(zone('autumn'))).toBeUndefined()
    storeDismissal(zone('spring-2'), 'minimized')
    expect(readDismissal(zone('spring'))).toBeUndefined()
  })

  test('contains the random id of the person, the campaign and the dismissal, and no token', () => {
    owner = 'ida'
    storeDismissal(zone('spring'), 'gone')
    expect({ ...localStorage }).toEqual({ 'rewards:dismissed:overlay': 'ida|spring|gone' })
  })

  test('is not stored if nothing may be stored, or nobody is known', () => {
    storeDismissal(zone('spring'), 'gone')
    expect(localStorage).toHaveLength(0)
  })

  test.each([
    ['consent is withdrawn, or the person logs out', undefined],
    ['another person comes', 'max'],
  ])('is deleted when %s', (_, next) => {
    owner = 'ida'
    storeDismissal(zone('spring'), 'gone')
    owner = next
    expect(readDismissal(zone('spring'))).toBeUndefined()
    expect(localStorage).toHaveLength(0)
  })
})
