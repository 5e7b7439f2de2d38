import { describe, expect, expectTypeOf, test } from 'vitest'
import { INTERNAL_NAMES, nameCache } from '../../internal-names.js'
import type {
  AssetInput,
  AssetUploadOptions,
  Consumer,
  EmailShareInput,
  ParameterOptions,
  ProfileChanges,
  Receipt,
  RewardStatusQuery,
  Rewards,
  RewardsError,
  RewardsOptions,
  ShareableInput,
  TrackOptions,
  Zone,
} from '../../src/index.js'
import type { Settled } from '../../src/outbox/outbox.js'
import type { WaitingEvent } from '../../src/outbox/waiting-event.js'
import type { Resources } from '../../src/resources/index.js'

type InternalName = (typeof INTERNAL_NAMES)[number]

describe('a name that the build shortens', () => {
  test('is none that a page reads', () => {
    type OfPages = Rewards | RewardsOptions | RewardsError | Consumer | Receipt | Zone | TrackOptions
    expectTypeOf<Extract<KeysOf<OfPages>, InternalName>>().toBeNever()
  })

  test('is none that a store or another tab reads', () => {
    expectTypeOf<Extract<KeysOf<WaitingEvent | Settled>, InternalName>>().toBeNever()
  })

  test('is none that the platform reads or writes, nor one of the calls about it', () => {
    type Answers = { [name in keyof Resources]: Answer<Resources[name]> }[keyof Resources]
    expectTypeOf<Extract<keyof Resources | KeysOf<Resources[keyof Resources]>, InternalName>>().toBeNever()
    expectTypeOf<Extract<NamedKeys<Answers>, InternalName>>().toBeNever()
    expectTypeOf<'reward_id'>().toExtend<NamedKeys<Answers>>()
    type Asked = ProfileChanges | ShareableInput | EmailShareInput | AssetInput | ParameterOptions | RewardStatusQuery
    expectTypeOf<Extract<KeysOf<Asked | AssetUploadOptions>, InternalName>>().toBeNever()
  })

  test('is short for it alone', () => {
    const short = Object.values(nameCache().props.props)
    expect(new Set(short).size).toBe(INTERNAL_NAMES.length)
  })
})

type KeysOf<T> = T extends T ? keyof T : never

/** What the calls of a resource answer, one at a time. */
type Answer<Calls> = {
  [verb in keyof Calls]: Calls[verb] extends (...args: never[]) => infer A ? One<Awaited<A>> : never
}[keyof Calls]
type One<A> = A extends (infer Item)[] ? Item : A extends AsyncIterable<infer Item> ? Item : A
/** The keys of an answer and of all that is in it, without those that are only said to be possible. */
type NamedKeys<T> = T extends (infer Item)[]
  ? NamedKeys<Item>
  : T extends Blob
    ? never
    : T extends object
      ? { [K in keyof T as string extends K ? never : K]: K | NamedKeys<T[K]> } extends infer Keys
        ? Keys[keyof Keys]
        : never
      : never
