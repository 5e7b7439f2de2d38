// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { createApp, effectScope } from 'vue'
import { rewardsKey, rewardsPlugin } from '../../frameworks/vue/rewards-plugin.js'
import { useConsumer } from '../../frameworks/vue/use-consumer.js'
import { useZone } from '../../frameworks/vue/use-zone.js'
import { createRewards } from '../../src/index.js'
import { createTestPlatform } from '../../testing/index.js'

/** As in a store: with the app, but outside of a component. */
test('useConsumer() and useZone() follow the runtime outside of a component', async () => {
  const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
  const rewards = createRewards(options)
  const app = createApp({})
  app.provide(rewardsKey, rewards)
  const scope = effectScope()
  const { consumer, zone } = app.runWithContext(() =>
    scope.run(() => ({ consumer: useConsumer(), zone: useZone('terms') })),
  )!
  await expect.poll(() => zone.value.value?.data).toEqual({ text: 'Give 20' })
  await rewards.identify({ email: 'ada@example.com' })
  expect(consumer.value.level).toBe('identified')
  scope.stop()
  await rewards.logout()
  expect(consumer.value.level).toBe('identified')
})

test('the plugin passes each error of the runtime to onError, which is no option of the runtime', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const onError = vi.fn()
  const { options, fail } = createTestPlatform()
  fail('/zones', { status: 403, code: 'access_denied' })
  const app = createApp({})
  app.use(rewardsPlugin, { ...options, onError })
  const zone = app.runWithContext(() => effectScope().run(() => useZone('terms')))!
  await expect.poll(() => zone.error.value?.code).toBe('access_denied')
  expect(onError.mock.calls.map(([error]) => error.code)).toEqual(['access_denied'])
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})
