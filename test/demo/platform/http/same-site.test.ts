import { expect, test } from 'vitest'
import { sameSite } from '../../../../demo/platform/http/same-site.js'

test.each([
  ['http://shop.brand.localhost:4400', 'http://share.brand.localhost:4401', true],
  ['https://brand.com', 'https://share.brand.com', true],
  ['http://brand.com', 'https://share.brand.com', false],
  ['http://localhost:4400', 'http://share.brand.localhost:4400', false],
  ['http://127.0.0.1:1', 'http://127.0.0.1:2', true],
  ['http://127.0.0.1', 'http://10.0.0.1', false],
  ['http://[::1]', 'http://[::1]:2', true],
  ['https://brand.com', 'https://evil.com', false],
])('sameSite() of %s and %s is %s', (one, other, same) => {
  expect(sameSite(one, other)).toBe(same)
  expect(sameSite(other, one)).toBe(same)
})
