import { expect, test } from 'vitest'
import { partnerIdsIn } from '../../../../demo/platform/events/partner-ids.js'

test('an id of the brand is a number or a text that is not empty', () => {
  const data = { a: 'order-1', b: 7, c: '', d: null, e: true, f: {}, g: 0, h: ' ' }
  const keys = ['h', 'g', 'f', 'e', 'd', 'c', 'b', 'a', 'toString']
  expect(partnerIdsIn(data, keys)).toEqual([
    { name: 'h', value: ' ' },
    { name: 'g', value: '0' },
    { name: 'b', value: '7' },
    { name: 'a', value: 'order-1' },
  ])
})
