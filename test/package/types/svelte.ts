/// <reference types="rewards-web-sdk/types/svelte" />
// Compiles, with one error below each directive: <rewards-zone> in a template.

import type { SvelteHTMLElements } from 'svelte/elements'

interface Order {
  sku: string
}

declare const order: Order

/** What the language tools of Svelte check a template against. */
type Attributes = SvelteHTMLElements['rewards-zone']

export const attributes: Attributes = {
  name: 'share_experience',
  data: order,
  widget: 'share',
  loading: undefined,
  theme: { accent: 'red' },
  class: 'wide',
  onerror: ({ detail }) => detail.code,
  'onrewards-viewed': ({ detail }) => detail.zone,
  'on:rewards-action': ({ detail }) => detail.action,
}

// @ts-expect-error: not a widget
export const wrongWidget: Attributes = { widget: 'sharre' }
// @ts-expect-error: not a key of a theme
export const wrongTheme: Attributes = { theme: { acent: 'red' } }
// @ts-expect-error: no attribute of the element
export const wrongAttribute: Attributes = { nmae: 'share_experience' }
// @ts-expect-error: no field of an action
export const wrongAction: Attributes = { 'onrewards-action': ({ detail }) => detail.colour }
