/// <reference types="rewards-web-sdk/types/vue" />
// Compiles, with one error below each directive: <rewards-zone> in a template and in JSX.

import type { GlobalComponents } from 'vue'

interface Order {
  sku: string
}

declare const order: Order

/** What the language tools of Vue check a template against. */
type Attributes = InstanceType<GlobalComponents['rewards-zone']>['$props']

export const attributes: Attributes = {
  key: 'zone',
  name: 'share_experience',
  data: order,
  widget: 'share',
  loading: undefined,
  theme: { accent: 'red' },
  class: 'wide',
  onLoad: event => event.type,
  onError: ({ detail }) => detail.code,
  onRewardsViewed: ({ detail }) => detail.zone,
  onRewardsAction: ({ detail }) => detail.action,
}
export const zone = (
  <rewards-zone name="share_experience" data={order} onRewardsAction={({ detail }) => detail.action} />
)

// @ts-expect-error: not a widget
export const wrongWidget: Attributes = { widget: 'sharre' }
// @ts-expect-error: not a key of a theme
export const wrongTheme: Attributes = { theme: { acent: 'red' } }
// @ts-expect-error: no attribute of the element
export const wrongAttribute: Attributes = { nmae: 'share_experience' }
// @ts-expect-error: no field of an action
export const wrongAction: Attributes = { onRewardsAction: ({ detail }) => detail.colour }
// @ts-expect-error: not a way to load
export const wrongLoading = <rewards-zone loading="late" />
