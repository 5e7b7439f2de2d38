import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { described, doubted, type TokenDetails } from '../../../src/token/login.js'
import { createToken, type Token } from '../../../src/token/token.js'

const PROGRAM = { vendor: 'svc', base: 'https://share.brand.com' }

let token: Token

beforeEach(() => {
  token = createToken(PROGRAM)
})

const arrival = (stamp: number, access_token: string) => ({ stamp, access_token, travelsByCookie: false })
/** A request that leaves and is answered, with nothing in between. */
const bring = (access_token: string) => token.replace(arrival(token.stamp(), access_token))
const inForce = () => token.current()?.access_token

/** Four numbers of 32 bits. */
const ID = /^\d+(-\d+){3}$/

describe('the token in force', () => {
  test('does not exist at first', () => {
    expect(token.current()).toBeUndefined()
  })

  test('comes from an answer, without details of the consumer', () => {
    bring('a')
    expect(token.current()).toMatchObject({ access_token: 'a', scopes: [], expires_at: 0, travelsByCookie: false })
  })

  test('does not come from an answer that a later one has overtaken', () => {
    const [early, late] = [token.stamp(), token.stamp()]
    token.replace(arrival(late, 'new'))
    token.replace(arrival(early, 'old'))
    expect(inForce()).toBe('new')
  })

  test('does not come from a request sent before a logout', () => {
    bring('a')
    const underWay = token.stamp()
    token.forget()
    token.replace(arrival(underWay, 'b'))
    expect(token.current()).toBeUndefined()
  })

  test('keeps the details of the consumer when it rotates', () => {
    bring('a')
    token.apply(described('a', { scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'], expires_at: 5 }))
    bring('b')
    expect(token.current()).toMatchObject({ access_token: 'b', scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'] })
  })

  test('learns nothing about a token that is no longer in force', () => {
    bring('a')
    bring('b')
    token.apply(described('a', { scopes: ['VERIFIED_CONSUMER'], expires_at: 5 }))
    expect(token.current()?.scopes).toEqual([])
  })

  test('is dropped when the platform declares it dead, and only then', () => {
    bring('a')
    token.drop('another')
    expect(inForce()).toBe('a')
    token.drop('a')
    expect(token.current()).toBeUndefined()
  })

  test('that is dead does not return with an earlier answer', () => {
    const slow = token.stamp()
    bring('a')
    token.drop('a')
    token.replace(arrival(slow, 'a'))
    expect(token.current()).toBeUndefined()
  })
})

describe('the owner of the token', () => {
  const owner = () => token.current()?.owner

  test('stays the same through rotation and renewal', () => {
    bring('a')
    const first = owner()
    expect(first).toMatch(ID)
    bring('b')
    expect(owner()).toBe(first)
    token.drop('b')
    bring('c')
    expect(owner()).toBe(first)
  })

  test('is another one after everything is erased', () => {
    bring('a')
    const first = owner()
    token.forget()
    bring('b')
    expect(owner()).toMatch(ID)
    expect(owner()).not.toBe(first)
  })
})

describe('the person on this device', () => {
  const person = (identity_id: string) => ({ scopes: ['UPDATE_PROFILE'], expires_at: 0, identity_id })
  const device = (identity_id: string) => ({ scopes: ['LOCAL_PROFILE'], expires_at: 0, identity_id })
  const settle = (access_token: string, details: TokenDetails) => {
    token.replace(arrival(token.stamp(), access_token), details)
    return token.owner()
  }

  test('has an owner before there is a token, and keeps it', () => {
    const owner = token.claimOwner()
    expect(owner).toMatch(ID)
    expect(token.claimOwner()).toBe(owner)
    expect(token.current()).toBeUndefined()
    bring('a')
    expect(token.current()?.owner).toBe(owner)
  })

  test('is another one, with another owner, when another identity is verified', () => {
    const ann = settle('a', person('ann'))
    expect(settle('b', person('bob'))).not.toBe(ann)
    expect(token.current()).toMatchObject({ access_token: 'b', identity_id: 'bob' })
  })

  test('is another one even if the earlier token has died meanwhile', () => {
    const ann = settle('a', person('ann'))
    token.drop('a')
    expect(token.owner()).toBe(ann)
    expect(settle('b', person('bob'))).not.toBe(ann)
  })

  test('is still known while an anonymous token replaces a dead one', () => {
    const ann = settle('a', person('ann'))
    token.drop('a')
    expect(settle('b', device('d-1'))).toBe(ann)
    expect(settle('c', person('bob'))).not.toBe(ann)
    const bob = token.owner()
    expect(settle('d', device('d-1'))).toBe(bob)
    expect(settle('e', person('bob'))).toBe(bob)
  })

  test('is another one if the platform may know the device as a person, until that person’s token comes', () => {
    const owner = settle('a', device('d-1'))
    token.apply(doubted)
    expect(settle('b', device('d-1'))).toBe(owner)
    expect(settle('c', person('ann'))).not.toBe(owner)
    const ann = token.owner()
    expect(settle('d', { ...person('ann'), scopes: ['VERIFIED_CONSUMER'] })).toBe(ann)
  })

  test.each([
    ['the same person is verified', person('ann'), { ...person('ann'), scopes: ['VERIFIED_CONSUMER'] }],
    ['an anonymous consumer is identified', device('d-1'), person('ann')],
    ['a person becomes anonymous', person('ann'), device('d-1')],
    ['the platform does not say who it is', person('ann'), { scopes: ['UPDATE_PROFILE'], expires_at: 0 }],
  ])('is the same when %s', (_, before, after) => {
    const owner = settle('a', before)
    expect(settle('b', after)).toBe(owner)
  })
})

describe('under every order of requests and answers', () => {
  type Step = { leave: true } | { answer: number } | { forget: true } | { drop: true }
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ leave: true as const }) },
    { weight: 4, arbitrary: fc.record({ answer: fc.nat() }) },
    { weight: 1, arbitrary: fc.constant({ forget: true as const }) },
    { weight: 1, arbitrary: fc.constant({ drop: true as const }) },
  )

  test('the token in force comes from the answered request that was sent last, or is dropped', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const token = createToken(PROGRAM)
        const underWay: { stamp: number; brings: string }[] = []
        let sent = 0
        // The model: by order of leaving, and what left before a letting go does not count.
        let answered: { order: number; brings: string } | undefined
        let countsFrom = 0
        const orders = new Map<string, number>()

        for (const step of steps) {
          if ('leave' in step) {
            const brings = `t${++sent}`
            orders.set(brings, sent)
            underWay.push({ stamp: token.stamp(), brings })
          } else if ('answer' in step) {
            const [request] = underWay.splice(step.answer % (underWay.length || 1), 1)
            if (!request) continue
            const order = orders.get(request.brings)!
            const counts = order > countsFrom && order > (answered?.order ?? 0)
            if (counts) answered = { order, brings: request.brings }
            token.replace(arrival(request.stamp, request.brings))
          } else if ('forget' in step || answered) {
            if ('forget' in step) token.forget()
            else token.drop(answered!.brings)
            answered = undefined
            countsFrom = sent
          }
          expect(token.current()?.access_token).toBe(answered?.brings)
        }
      }),
      { numRuns: 500 },
    )
  })
})
