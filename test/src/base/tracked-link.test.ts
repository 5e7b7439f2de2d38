import { expect, test } from 'vitest'
import { trackedLink } from '../../../src/base/tracked-link.js'

test.each([
  ['https://share.brand.com/x', 'https://share.brand.com/x?partner_share_id=a%26b'],
  ['https://share.brand.com/x?lang=de#top', 'https://share.brand.com/x?lang=de&partner_share_id=a%26b#top'],
  ['https://share.brand.com/x?partner_share_id=old', 'https://share.brand.com/x?partner_share_id=a%26b'],
])('The link %s becomes %s', (link, tracked) => {
  expect(trackedLink(link, 'a&b')).toBe(tracked)
})

test('A text that is not a link is a TypeError', () => {
  expect(() => trackedLink('share.brand.com', 'a')).toThrow(TypeError)
})
