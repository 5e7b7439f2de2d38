import { render } from 'svelte/server'
import { expect, test, vi } from 'vitest'
import { createApp, effectScope } from 'vue'
import { pageRuntime } from '../../frameworks/page-runtime.js'
import { provideRewards } from '../../frameworks/svelte/rewards-context.js'
import { useConsumer } from '../../frameworks/svelte/use-consumer.js'
import { useResource as useSvelteResource } from '../../frameworks/svelte/use-resource.js'
import { useZone } from '../../frameworks/svelte/use-zone.js'
import { rewardsKey } from '../../frameworks/vue/rewards-plugin.js'
import { useResource } from '../../frameworks/vue/use-resource.js'

const options = { domain: 'https://share.brand.com' }

test('a server has a runtime for each request, which does nothing and knows nobody', async () => {
  const [one, other] = [pageRuntime(options), pageRuntime(options)]
  expect(one).not.toBe(other)
  const withFetch = { ...options, fetch }
  expect(pageRuntime(withFetch)).not.toBe(pageRuntime(withFetch))
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

test('a component of Svelte is loading on a server, for an anonymous consumer', () => {
  const load = vi.fn(async () => 'value')
  const seen: unknown[] = []
  const component = () => {
    provideRewards(options)
    seen.push(useConsumer().current.level, useZone('terms').isLoading, useSvelteResource(load).isLoading)
    return {}
  }
  expect(render(component, { context: new Map() })).toHaveProperty('body')
  expect(seen).toEqual(['anonymous', true, true])
  expect(load).not.toHaveBeenCalled()
})
