import { expect, test } from 'vitest'
import { addShareId } from '../../../src/base/add-share-id.js'

test.each([
  ['https://share.brand.com/x', 'https://share.brand.com/x?partner_share_id=a%26b'],
  ['https://share.brand.com/x?lang=de#top', 'https://share.brand.com/x?lang=de&partner_share_id=a%26b#top'],
  ['https://share.brand.com/x?partner_share_id=old', 'https://share.brand.com/x?partner_share_id=a%26b'],
])('The link %s becomes %s', (link, tracked) => {
  expect(addShareId(link, 'a&b')).toBe(tracked)
})

test('A text that is not a link is a TypeError', () => {
  expect(() => addShareId('share.brand.com', 'a')).toThrow(TypeError)
})
