import { expect, test } from 'vitest'
import { scriptFolder } from '../../../src/settings/script-folder.js'

test.each([
  ['https://share.brand.com/rewards.js', 'https://share.brand.com/'],
  ['https://share.brand.com/rewards-1.2.3/rewards.js', 'https://share.brand.com/'],
  ['https://share.brand.com/rewards-1.2.3/rewards-widgets.js?a=/b/', 'https://share.brand.com/'],
  ['https://share.brand.com/rewards-2.0.0-beta.1/rewards.js', 'https://share.brand.com/'],
  ['https://shop.brand.com/rewards/rewards.js', 'https://shop.brand.com/rewards/'],
  ['https://shop.brand.com/rewards/rewards-1.2.3/rewards.js', 'https://shop.brand.com/rewards/'],
  [
    'https://cdn.example/npm/rewards-web-sdk@1.2.3/dist/rewards.js',
    'https://cdn.example/npm/rewards-web-sdk@1.2.3/dist/',
  ],
])('%s belongs to %s', (url, folder) => {
  expect(scriptFolder(url)).toBe(folder)
})

test.each([
  'https://shop.brand.com/rewards-2/',
  'https://shop.brand.com/my-rewards-1.2.3/',
])('A folder that is no release is kept: %s', folder => {
  expect(scriptFolder(`${folder}rewards.js`)).toBe(folder)
})
