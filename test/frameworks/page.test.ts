// @vitest-environment happy-dom
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from 'vue'
import { pageRuntime } from '../../frameworks/page-runtime.js'
import { RewardsProvider, type RewardsProviderProps } from '../../frameworks/react/rewards-provider.js'
import { rewardsPlugin } from '../../frameworks/vue/rewards-plugin.js'
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
  test.each([undefined, null, {}, []])('of React throws invalid_argument for the options %j', options => {
    expect(() => renderToString(createElement(RewardsProvider, { options } as RewardsProviderProps))).toThrow(INVALID)
  })

  test('of React throws invalid_argument for the queue of a script tag that has not loaded yet', () => {
    const props = { rewards: [['track', 'page_view']] } as unknown as RewardsProviderProps
    expect(() => renderToString(createElement(RewardsProvider, props))).toThrow(INVALID)
  })

  test.each([undefined, null, {}])('of Vue throws invalid_argument for the options %j', options => {
    expect(() => createApp({}).use(rewardsPlugin, options as RewardsOptions)).toThrow(INVALID)
  })
})
