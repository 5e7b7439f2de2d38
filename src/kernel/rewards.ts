import type { RewardsError, RewardsErrorDetails } from '../error/error.js'
import type { WaitOptions } from '../http/wait.js'
import type { Shell } from '../native/shell.js'
import type { Receipt } from '../outbox/settled.js'
import type { Mounted, MountOptions } from '../page/mount.js'
import type { ShareChannel, ShareMessage, ShareResult } from '../page/share.js'
import type { RewardsStorage } from '../page/storage.js'
import type { EventArguments, EventName } from '../page/track.js'
import type { Zone, ZoneOptions } from '../page/zone.js'
import type { Resources } from '../resources/resources.js'
import type { Shareable } from '../resources/shareables.js'
import type { Consent, Data, DataInput } from '../settings/options.js'
import type { Consumer, IdentityClaims } from '../token/consumer.js'

/** The events of the runtime, by name. */
export interface RewardsEventMap {
  /** The consumer's level or scopes changed. */
  consumer: CustomEvent<Consumer>
  /** The content of a zone has arrived. */
  zone: CustomEvent<Zone>
  /** The platform has accepted an event. */
  receipt: CustomEvent<Receipt>
  /** The native app around the page has answered, or something about it has changed. */
  shell: CustomEvent<Shell>
  /** The runtime was destroyed. */
  destroy: CustomEvent<null>
  /**
   * A call has failed, or something has failed in the background. Dispatched once for each error, and not for aborted calls. If no listener
   * reads `detail`, the console shows a warning.
   */
  error: CustomEvent<RewardsError>
}

/** Receives an event of the runtime: a function, or an object with the method `handleEvent`. */
export type RewardsListener<Type extends keyof RewardsEventMap> =
  | ((event: RewardsEventMap[Type]) => void)
  | { handleEvent(event: RewardsEventMap[Type]): void }

/** The runtime. The resources, such as `profile` and `shareables`, are properties too: see `Resources`. */
export interface Rewards extends EventTarget, Resources {
  /** The program domain, without a trailing slash. */
  readonly domain: string
  /** The consumer, as far as the page knows them (specification 3.1). The object stays the same while nothing changes. */
  readonly consumer: Consumer
  /** The data that is sent with every event and every zone: the option `data`. */
  readonly data: Data
  /**
   * Claims an identity: an email address, or the brand's own id of the person. Resolves with the consumer of this claim, who is at least identified
   * then (specification 3.1). A verified consumer stays who they are: a claim of another person is recorded for that person only, and resolves with
   * the verified consumer. `options` end the wait; the claim is still sent then, also later. Throws `invalid_argument`, `timeout` (after 30 seconds
   * by default), `aborted`, `origin_not_allowed` and `request_blocked` (the claim is still sent later), `not_identified`, `network_error` (the claim
   * was sent, but the platform could not be asked whom it has identified), `invalid_email`, `partner_user_id_invalid_length`, `access_denied` for a
   * blocked consumer, or another platform code.
   */
  identify<Claims extends IdentityClaims>(claims: Claims, options?: WaitOptions): Promise<Consumer>
  /**
   * Proves an identity by a JWT that the brand's backend has signed, or by the option `jwt` (specification 5.5). The JWT is never stored. If
   * the consumer already has an identity, or a waiting event gives them one, waiting events are delivered first, for up to 10 seconds. If the
   * JWT identifies but does not verify, an `error` event with `not_verified` says why. `options` end the wait, not the proof. Throws
   * `invalid_argument`, also for a malformed JWT, `timeout`, `aborted`, `jwt_error`, `jwt_authentication_error`, `access_denied` for a blocked
   * consumer, or `network_error` (the JWT was sent, but the platform could not be asked whom it has proved: the consumer stays who they were).
   */
  verify(jwt?: string, options?: WaitOptions): Promise<Consumer>
  /**
   * Finds out who the consumer is by now, without asking them: by the option `jwt`, by an email that they have answered on any device, or by the
   * program's cookie.
   * Resolves with the consumer, also after a problem, which is dispatched as an `error` event. `options` end the wait, not the proof. Throws
   * `invalid_argument`, `timeout` or `aborted` because of them.
   */
  recognize(options?: WaitOptions): Promise<Consumer>
  /**
   * Lets the platform send the consumer an email whose link verifies them, on this or another device (specification 5.5). A `consumer` event
   * follows once they have clicked it. Resolves when the email is sent, or cannot be sent. Throws `scopes_denied` below identified, and
   * `invalid_person_email` if the program knows no email address of the consumer.
   */
  requestVerificationEmail(): Promise<{ polling_id: string; status: string }>
  /**
   * Revokes the token, and deletes everything about the consumer, in every tab. Waiting events are delivered first, for up to 2 seconds.
   * If the page is left before, the session ends at once, and the events that are left are deleted. Throws `network_error` if the token could not be
   * revoked; it is deleted on this device all the same.
   */
  logout(): Promise<void>
  /**
   * Sets consent, in every tab. With `granted`, data may be stored from now on. With `denied` and `unset`, stored data is deleted at once, and
   * no cookies are sent. The choice of a verified consumer is sent to the program (specification 2.3). Throws `invalid_argument`.
   */
  setConsent(state: Exclude<Consent, 'program'>): void
  /**
   * Submits an event (specification 6). The promise resolves when the platform has recorded the event, however long that takes. If consent allows
   * it, a waiting event survives a crash and a navigation. Throws `invalid_argument`, `logged_out`, `storage_full`, `timeout` after seven days,
   * `aborted` if another page has delivered the event while this one was in the back/forward cache and its receipt is unknown here, a platform
   * code that refuses the event, such as `invalid_email`, `partner_user_id_invalid_length`, `invalid_campaign_id` and `access_denied` for a blocked
   * consumer, or, after hours, the error of an event that fails while others pass. `TrackedEventMap` types the data of each event.
   */
  track<Name extends EventName>(name: Name, ...args: EventArguments<Name>): Promise<Receipt>
  /** Delivers waiting events now. Resolves when none waits, or when the platform cannot be reached. */
  flush(): Promise<void>
  /**
   * Resolves with the URL of a tracking pixel for this page: fetching it submits an event, once (specification 4.3). The URL contains the token,
   * so do not give it to anybody (specification 5.4). Data that identifies an anonymous consumer identifies them at once. Throws
   * `invalid_argument` for data that contains lists or objects, `native_error` in a native app, and, where the platform refuses the identity,
   * `invalid_email`, `partner_user_id_invalid_length`, or `access_denied` for a blocked consumer.
   */
  eventUrl(name: string, data?: DataInput): Promise<string>
  /**
   * Fetches the content of a zone (specification 4.3). `name` is the zone's name in the program; `data` is used for targeting. Without a
   * `locale` in the data, the `lang` of the page is sent as one. Resolves with `data: null` if nothing is configured for the zone. Throws
   * `network_error`, `timeout`, `aborted`, `logged_out`, `invalid_response`, `unsupported_content` for a script, `invalid_parameter`,
   * `access_denied` for a blocked consumer, `invalid_email` and `partner_user_id_invalid_length` for data that identifies, or another platform code.
   * `Content` is the type of the content. It is not checked at run time.
   */
  zone<Content = unknown>(name: string, data?: DataInput, options?: ZoneOptions): Promise<Zone<Content>>
  /**
   * Draws a zone into an element, or into the first element that matches a selector. Throws `invalid_argument` if there is no such element. Later
   * problems are dispatched as `error` events.
   */
  mount(target: Element | string, name: string, data?: DataInput, options?: MountOptions): Mounted
  /**
   * Shares a link. Call it in the handler of a user gesture: browsers allow the clipboard and the share sheet only there. Resolves with what is
   * known to have happened. Throws `invalid_argument`.
   */
  share(
    shareable: Pick<Shareable, 'code' | 'link'>,
    channel: ShareChannel,
    message?: ShareMessage,
  ): Promise<ShareResult>
  /** What this browser stores for the program. */
  readonly storage: RewardsStorage
  /** The native app around this page (docs/webviews.md), once it has answered. Undefined in a browser. */
  readonly shell?: Shell
  /** Receives a message of the native app, as an object or as JSON. */
  receive(message: unknown): Promise<void>
  /**
   * For code that draws zones: creates an error, and dispatches it as an `error` event. `no_creative`, `unknown_key` and
   * `element_not_defined` only warn in the console.
   */
  report(code: RewardsError['code'], message: string, details?: RewardsErrorDetails): RewardsError
  /**
   * Releases the page for another runtime: in tests, or when a part of the page is replaced. Removes the listeners and timers of the runtime, and
   * ends its calls with `aborted`. Stored events wait for the next runtime of this domain; others are lost, so call `flush()` before. The
   * consumer stays the same person if their token is stored. Later calls reject with `aborted`.
   */
  destroy(): void
  addEventListener<Type extends keyof RewardsEventMap>(
    type: Type,
    listener: RewardsListener<Type> | null,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void
  removeEventListener<Type extends keyof RewardsEventMap>(
    type: Type,
    listener: RewardsListener<Type> | null,
    options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | EventListenerOptions,
  ): void
}
