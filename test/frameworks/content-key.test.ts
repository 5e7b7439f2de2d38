import { expect, test } from 'vitest'
import { contentKey } from '../../frameworks/svelte/content-key.js'

/** An object that holds itself. */
function cycle(name: string) {
  const value: Record<string, unknown> = { name }
  value.self = value
  return value
}

/** An object with a getter that throws. */
const unreadable = (name: string) => ({
  name,
  get total() {
    throw new Error('Not ready')
  },
})

/** Creates each value anew, as a component does that runs again. */
const VALUES: Record<string, () => unknown> = {
  undefined: () => undefined,
  null: () => null,
  'the text null': () => 'null',
  'the text 10': () => '10',
  'the number 10': () => 10,
  'the bigint 10': () => 10n,
  'the bigint 11': () => 11n,
  NaN: () => Number.NaN,
  Infinity: () => Number.POSITIVE_INFINITY,
  true: () => true,
  'a symbol': () => Symbol('a'),
  'another symbol': () => Symbol('b'),
  'a function': () => () => 1,
  'another function': () => () => 2,
  'no items': () => [],
  'an item': () => [null],
  'two items': () => ['1', '2'],
  'one item with a comma': () => ['1,2'],
  'an item with quotation marks': () => ['1","2'],
  'a list of a list': () => [['1'], '2'],
  'an empty object': () => ({}),
  'a bigint in an object': () => ({ total: 10n }),
  'another bigint in an object': () => ({ total: 11n }),
  'a missing field': () => ({ total: undefined }),
  'a cycle': () => cycle('a'),
  'another cycle': () => cycle('b'),
  'a part that holds the whole': () => {
    const whole: Record<string, unknown> = { part: {} }
    return Object.assign(whole, { last: whole })
  },
  'a part that is there twice': () => {
    const part = {}
    return { part, last: part }
  },
  'a getter that throws': () => unreadable('a'),
  'another getter that throws': () => unreadable('b'),
  'a date': () => new Date(0),
  'another date': () => new Date(1),
  'the text of a date': () => new Date(0).toISOString(),
  'no date': () => new Date(Number.NaN),
  'an address': () => new URL('https://shop.example/a'),
  'another address': () => new URL('https://shop.example/b'),
  'the parameters of an address': () => new URLSearchParams('a=1'),
  'other parameters of an address': () => new URLSearchParams('a=2'),
  'a map': () => new Map([['a', 1n]]),
  'another map': () => new Map([['a', 2n]]),
  'a set': () => new Set(['a']),
  'another set': () => new Set(['b']),
  'an expression': () => /a/,
  'another expression': () => /b/,
}

test('Values of different content have different keys', () => {
  const names = new Map<string, string[]>()
  for (const [name, create] of Object.entries(VALUES)) {
    const key = contentKey(create())
    names.set(key, [...(names.get(key) ?? []), name])
  }
  expect([...names.values()].filter(alike => alike.length > 1)).toEqual([])
})

test.each(Object.keys(VALUES))('A value of the same content has the same key: %s', name => {
  const create = VALUES[name]!
  expect(contentKey(create())).toBe(contentKey(create()))
  expect(contentKey({ list: [create(), 'after'] })).toBe(contentKey({ list: [create(), 'after'] }))
})

test('A value that refuses to be read has a key, and so has what stands beside it', () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  expect(contentKey([proxy, 'a'])).not.toBe(contentKey([proxy, 'b']))
})
