// Compiles, with one error below each directive: the functions and the component for Svelte.

import type { Consumer, Rewards } from 'rewards-web-sdk'
import {
  provideRewards,
  RewardsZone,
  type RewardsZoneProps,
  useConsumer,
  useResource,
  useRewards,
  useZone,
} from 'rewards-web-sdk/svelte'
import type { Component } from 'svelte'

export const provided: Rewards = provideRewards({ domain: '/rewards' })
provideRewards(provided)

export const runtime: Rewards = useRewards()
export const consumer: Consumer = useConsumer().current
const link = useResource(
  rewards => rewards.shareables.get('ada'),
  () => 'ada',
)
export const text: string | undefined = link.value?.link
export const done: Promise<void> = link.reload()
const zone = useZone<{ headline: string }>(
  () => 'terms',
  () => ({ data: { sku: 'fern' }, widget: 'share' }),
)
export const headline: string | undefined = zone.value?.data?.headline
export const reason: string | undefined = zone.error?.code

export const component: Component<RewardsZoneProps> = RewardsZone
export const props: RewardsZoneProps = {
  name: 'terms',
  data: { sku: 'fern' },
  theme: undefined,
  onaction: ({ detail }) => detail.action,
}

// @ts-expect-error: the domain is missing
provideRewards({})
// @ts-expect-error: not a widget
useZone('terms', { widget: 'sharre' })
// @ts-expect-error: the content may be anything
useZone('terms').value?.data.headline
// @ts-expect-error: the name is missing
export const nameless: RewardsZoneProps = { widget: 'share' }
// @ts-expect-error: not a widget
export const misspelt: RewardsZoneProps = { name: 'terms', widget: 'sharre' }
