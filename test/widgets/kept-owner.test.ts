import { expect, test } from 'vitest'
import { keptOwner } from '../../widgets/kept-owner.js'

const COOKIE = '__Host-svc_page_token.share.brand.com'

test('the owner is read out of the page’s own cookie, logged out or not', () => {
  expect(keptOwner(`a=b; ${COOKIE}=${encodeURIComponent('secret|5-6-7|0|0')}`)).toBe('5-6-7')
  expect(keptOwner(`${COOKIE}=${encodeURIComponent('secret|!5-6-7|0|0')}`)).toBe('5-6-7')
})

test.each([
  '',
  '%ZZ',
  '%',
  '%E0%A4%A',
  'secret',
  '|5-6-7',
])('a cookie %j that another host has planted names nobody', value => {
  expect(keptOwner(`${COOKIE}=${value}`)).toBeUndefined()
})
