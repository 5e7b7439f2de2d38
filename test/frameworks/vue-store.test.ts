// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { createApp, effectScope } from 'vue'
import { rewardsKey } from '../../frameworks/vue/rewards-plugin.js'
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
