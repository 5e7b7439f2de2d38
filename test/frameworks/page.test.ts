// @vitest-environment happy-dom
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from 'vue'
import { pageRuntime } from '../../frameworks/page-runtime.js'
import { RewardsProvider, type RewardsProviderProps } from '../../frameworks/react/rewards-provider.js'
import { provideRewards } from '../../frameworks/svelte/rewards-context.js'
import { rewardsKey, rewardsPlugin } from '../../frameworks/vue/rewards-plugin.js'
import { RewardsZone } from '../../frameworks/vue/rewards-zone.js'
import { useRewards } from '../../frameworks/vue/use-rewards.js'
import type { Rewards, RewardsOptions } from '../../src/index.js'

const runtimes = new Set<Rewards>()
afterEach(() => {
  for (const runtime of runtimes) runtime.destroy()
})

function runtimeOf(domain: string): Rewards {
  const runtime = pageRuntime({ domain, fetch: async () => new Response('') })
  runtimes.add(runtime)
  return runtime
}

describe('a page', () => {
  test('has one runtime for each program domain, however the page writes it', () => {
    const runtime = runtimeOf('https://share.brand.com')
    expect(runtimeOf('https://share.brand.com/')).toBe(runtime)
    expect(runtimeOf('HTTPS://Share.Brand.com')).toBe(runtime)
    expect(runtimeOf('https://share.brand.com/refer//')).toBe(runtimeOf('https://share.brand.com/refer'))
    expect(runtimeOf('https://share.other.com')).not.toBe(runtime)
    const proxy = runtimeOf('/rewards')
    expect(runtimeOf(`${location.origin}/rewards/`)).toBe(proxy)
    expect(runtimeOf('/other')).not.toBe(proxy)
  })

  test('has one runtime in demo mode', async () => {
    const demo = pageRuntime({ demo: true })
    runtimes.add(demo)
    expect(pageRuntime({ demo: true })).toBe(demo)
    expect(await demo.zone('offer')).toMatchObject({ data: { widget: 'offer' } })
  })

  test('has another runtime once the first is destroyed', () => {
    const runtime = runtimeOf('https://gone.brand.com')
    runtime.destroy()
    expect(runtimeOf('https://gone.brand.com/')).not.toBe(runtime)
  })
})

const INVALID = expect.objectContaining({ name: 'RewardsError', code: 'invalid_argument' })

describe('a component without a runtime', () => {
  test.each([undefined, null, {}])('of React throws invalid_argument for the options %j', options => {
    expect(() => renderToString(createElement(RewardsProvider, { options } as RewardsProviderProps))).toThrow(INVALID)
  })

  /** What `window.rewards` is until the script has loaded. */
  const queue = [['track', 'page_view']] as never

  test.each<[string, () => unknown]>([
    ['of React', () => renderToString(createElement(RewardsProvider, { rewards: queue }))],
    ['of React, as the options', () => renderToString(createElement(RewardsProvider, { options: queue }))],
    ['of Vue', () => createApp({}).use(rewardsPlugin, queue)],
    ['of Vue, for its hooks', () => createApp({}).provide(rewardsKey, queue).runWithContext(useRewards)],
    ['of Vue, for its zones', () => createApp(RewardsZone, { name: 'terms' }).provide(rewardsKey, queue).mount('body')],
    ['of Svelte', () => provideRewards(queue)],
  ])('%s throws invalid_argument for the queue of a script tag that has not loaded yet', (_, start) => {
    expect(start).toThrow(INVALID)
    expect(start).toThrow(/the queue of the script tag, which has not loaded yet/)
  })

  test.each([undefined, null, {}])('of Vue throws invalid_argument for the options %j', options => {
    expect(() => createApp({}).use(rewardsPlugin, options as RewardsOptions)).toThrow(INVALID)
  })
})
