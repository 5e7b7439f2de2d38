import { expect, test, vi } from 'vitest'
import { createApp, effectScope } from 'vue'
import { pageRuntime } from '../../frameworks/page-runtime.js'
import { rewardsKey } from '../../frameworks/vue/rewards-plugin.js'
import { useResource } from '../../frameworks/vue/use-resource.js'

const options = { domain: 'https://share.brand.com' }

test('a server has a runtime for each request, which does nothing and knows nobody', async () => {
  const [one, other] = [pageRuntime(options), pageRuntime(options)]
  expect(one).not.toBe(other)
  await expect(one.identify({ email: 'ada@example.com' })).rejects.toMatchObject({ code: 'browser_only' })
  expect([one.consumer.level, other.consumer.level]).toEqual(['anonymous', 'anonymous'])
})

test('a store of Vue loads nothing on a server', async () => {
  const load = vi.fn(async () => 'value')
  const app = createApp({})
  app.provide(rewardsKey, pageRuntime(options))
  const scope = effectScope()
  const { isLoading } = app.runWithContext(() => scope.run(() => useResource(load)))!
  await new Promise(resolve => setTimeout(resolve))
  expect([load.mock.calls.length, isLoading.value]).toEqual([0, true])
  scope.stop()
})
