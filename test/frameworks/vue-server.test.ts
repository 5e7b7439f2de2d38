import { expect, test } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { RewardsZone } from '../../frameworks/vue/index.js'

test('a server renders a zone that waits until it is hydrated', async () => {
  const html = await renderToString(
    createSSRApp({ render: () => h(RewardsZone, { name: 'terms', data: { sku: 'fern' } }) }),
  )
  expect(html).toBe(
    '<rewards-zone name="terms" data="{&quot;sku&quot;:&quot;fern&quot;}" defer-hydration></rewards-zone>',
  )
})
