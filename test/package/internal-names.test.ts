import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { INTERNAL_NAMES, nameCache } from '../../internal-names.js'
import type { Consumer, Receipt, Rewards, RewardsError, RewardsOptions, TrackOptions, Zone } from '../../src/index.js'
import type { Settled } from '../../src/outbox/outbox.js'
import type { WaitingEvent } from '../../src/outbox/waiting-event.js'

type InternalName = (typeof INTERNAL_NAMES)[number]

describe('a name that the build shortens', () => {
  test('is none that a page reads', () => {
    type OfPages = Rewards | RewardsOptions | RewardsError | Consumer | Receipt | Zone | TrackOptions
    expectTypeOf<Extract<KeysOf<OfPages>, InternalName>>().toBeNever()
  })

  test('is none that a store or another tab reads', () => {
    expectTypeOf<Extract<KeysOf<WaitingEvent | Settled>, InternalName>>().toBeNever()
  })

  test('is none that resources ask the client for: their file keeps its names', () => {
    const folder = join(import.meta.dirname, '../../src/resources')
    const sources = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
    const asked = sources.flatMap(source => [...source.matchAll(/client\.(\w+)\(/g)].map(([, name]) => name))
    expect(asked).toContain('api')
    expect(asked.filter(name => INTERNAL_NAMES.includes(name as InternalName))).toEqual([])
  })

  test('is short for it alone', () => {
    const short = Object.values(nameCache().props.props)
    expect(new Set(short).size).toBe(INTERNAL_NAMES.length)
  })
})

type KeysOf<T> = T extends T ? keyof T : never
