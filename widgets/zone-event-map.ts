import type { RewardsError } from '../src/api.js'
import type { Action } from './view.js'

/** The content that a visitor has seen. */
export interface Viewed {
  /** The name of the zone. */
  zone: string
  campaign_id: string | null
  /** The widget that has drawn the content. */
  widget: string
}

/** These events bubble: listen on the element, on an ancestor or on the document. Each has two names, with a colon and with a hyphen. */
export interface BubblingZoneEventMap {
  'rewards:viewed': CustomEvent<Viewed>
  'rewards-viewed': CustomEvent<Viewed>
  'rewards:action': CustomEvent<Action & { zone: string }>
  'rewards-action': CustomEvent<Action & { zone: string }>
}

/** The events of `<rewards-zone>`, by name. */
export interface RewardsZoneEventMap extends Omit<HTMLElementEventMap, 'error'>, BubblingZoneEventMap {
  /** The zone could not be loaded or drawn. */
  error: CustomEvent<RewardsError>
}

/** An element with these events. */
export interface ZoneEventTarget extends HTMLElement {
  addEventListener<Type extends keyof RewardsZoneEventMap>(
    type: Type,
    listener: (this: this, event: RewardsZoneEventMap[Type]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void
  removeEventListener<Type extends keyof RewardsZoneEventMap>(
    type: Type,
    listener: (this: this, event: RewardsZoneEventMap[Type]) => void,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void
}
