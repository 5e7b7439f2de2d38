import { expect, test } from 'vitest'
import { pageRuntime } from '../../frameworks/page-runtime.js'

const options = { domain: 'https://share.brand.com' }

test('a server has a runtime for each request, which does nothing and knows nobody', async () => {
  const [one, other] = [pageRuntime(options), pageRuntime(options)]
  expect(one).not.toBe(other)
  await expect(one.identify({ email: 'ada@example.com' })).rejects.toMatchObject({ code: 'browser_only' })
  expect([one.consumer.level, other.consumer.level]).toEqual(['anonymous', 'anonymous'])
})
