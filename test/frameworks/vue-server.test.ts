import { expect, test } from 'vitest'
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { RewardsZone } from '../../frameworks/vue/index.js'

test('a server renders a zone that waits until it is hydrated', async () => {
  const props = {
    name: 'terms',
    data: { sku: 'fern' },
    widget: 'cta',
    loading: 'lazy',
    theme: {},
    messages: {},
  } as const
  const html = await renderToString(createSSRApp({ render: () => h(RewardsZone, props, () => 'Own') }))
  expect(html).toBe(
    '<rewards-zone name="terms" widget="cta" loading="lazy" data="{&quot;sku&quot;:&quot;fern&quot;}" theme="{}" messages="{}" defer-hydration>Own</rewards-zone>',
  )
})
