// Compiles, with one error below each directive: the composables and the component for Vue.

import type { Consumer, Rewards } from 'rewards-web-sdk'
import {
  RewardsZone,
  rewardsKey,
  rewardsPlugin,
  useConsumer,
  useResource,
  useRewards,
  useZone,
} from 'rewards-web-sdk/vue'
import { createApp, h, ref } from 'vue'

const app = createApp({}).use(rewardsPlugin, { domain: '/rewards' })
declare const rewards: Rewards
app.provide(rewardsKey, rewards)

export const runtime: Rewards = useRewards()
export const consumer: Consumer = useConsumer().value
const code = ref('ada')
const { value: link, reload } = useResource(rewards => rewards.shareables.get(code.value), code)
export const text: string | undefined = link.value?.link
export const done: Promise<void> = reload()
const { value: zone, error } = useZone<{ headline: string }>(code, () => ({
  data: { sku: code.value },
  widget: 'share',
}))
export const headline: string | undefined = zone.value?.data?.headline
export const reason: string | undefined = error.value?.code

export const element = h(RewardsZone, {
  name: 'terms',
  data: { sku: 'fern' },
  theme: undefined,
  onAction: ({ detail }) => detail.action,
})

// @ts-expect-error: the domain is missing
app.use(rewardsPlugin, {})
// @ts-expect-error: not a widget
useZone('terms', { widget: 'sharre' })
// @ts-expect-error: the content may be anything
useZone('terms').value.value?.data.headline
// @ts-expect-error: the name is missing
h(RewardsZone, { widget: 'share' })
// @ts-expect-error: not a widget
h(RewardsZone, { name: 'terms', widget: 'sharre' })
