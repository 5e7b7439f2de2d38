// Compiles if the types for each framework have every property and every event of the element. A test writes `element.ts` from the manifest of
// the element.

import type { RewardsZoneProps as ReactProps } from 'rewards-web-sdk/react'
import type { RewardsZoneAttributes as SvelteAttributes, RewardsZoneProps as SvelteProps } from 'rewards-web-sdk/svelte'
import type { RewardsZoneJsx as PreactJsx } from 'rewards-web-sdk/types/preact'
import type { RewardsZoneJsx as ReactJsx } from 'rewards-web-sdk/types/react'
import type { RewardsZone, RewardsZoneAttributes as VueAttributes } from 'rewards-web-sdk/vue'
import type { ZoneEvent, ZoneProperty } from './element.js'

/** A component takes the runtime from its provider. */
type Property = Exclude<ZoneProperty, 'rewards'>
/** A component leaves `loadstart` to the listeners of the framework. */
type Event = Exclude<ZoneEvent, 'loadstart'>

/** Compiles if `Props` has all these names. */
type Has<Props, Names extends keyof Props> = Props & Names

type Short<Name extends string> = Name extends `rewards-${infer Rest}` ? Rest : Name
type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>
type ReactListener<Name extends string> = Name extends `rewards-${infer Rest}`
  ? `on${Capitalize<Rest>}`
  : `onZone${Capitalize<Name>}`

type VueProps = InstanceType<typeof RewardsZone>['$props']

export type Components =
  | Has<ReactProps, Property | ReactListener<Event>>
  | Has<VueProps, Property | `on${Capitalize<Short<Event>>}`>
  | Has<SvelteProps, Property | `on${Short<Event>}`>

export type Elements =
  | Has<ReactJsx, ZoneProperty | `on${ZoneEvent}`>
  | Has<PreactJsx, ZoneProperty | `on${ZoneEvent}`>
  | Has<VueAttributes, ZoneProperty | `on${Pascal<ZoneEvent>}`>
  | Has<SvelteAttributes, ZoneProperty | `on${ZoneEvent}` | `on:${ZoneEvent}`>

export type Unknown =
  // @ts-expect-error: no property of the element
  | Has<ReactProps, 'new-property'>
  // @ts-expect-error: no property of the element
  | Has<VueProps, 'new-property'>
  // @ts-expect-error: no property of the element
  | Has<SvelteProps, 'new-property'>
  // @ts-expect-error: no property of the element
  | Has<ReactJsx, 'new-property'>
  // @ts-expect-error: no property of the element
  | Has<PreactJsx, 'new-property'>
  // @ts-expect-error: no property of the element
  | Has<VueAttributes, 'new-property'>
  // @ts-expect-error: no property of the element
  | Has<SvelteAttributes, 'new-property'>
