import type { Consumer, IdentityClaims } from './consumer.js'
import type { OwnErrorCode, RewardsError } from './http/error.js'
import type { Mounted, MountOptions } from './mount.js'
import type { Shell } from './native/shell.js'
import type { Consent, Data } from './options.js'
import type { Receipt } from './outbox/settled.js'
import type { Resources } from './resources/resources.js'
import type { Shareable } from './resources/shareables.js'
import type { ShareChannel, ShareMessage, ShareResult } from './share.js'
import type { RewardsStorage } from './storage.js'
import type { TrackOptions } from './track.js'
import type { Zone, ZoneOptions } from './zone.js'

/** What a `Rewards` tells its listeners, by event name. */
export interface RewardsEventMap {
  /** The consumer's level or scopes changed. */
  consumer: CustomEvent<Consumer>
  /** A zone's content arrived. */
  zone: CustomEvent<Zone>
  /** The platform has an event. */
  receipt: CustomEvent<Receipt>
  /** The native app around the page has said who it is, or what is new of it. */
  shell: CustomEvent<Shell>
  /** A call failed, whether or not anybody awaited it. Each error is told once; an aborted call is not told. */
  error: CustomEvent<RewardsError>
}

/** The runtime. The resources, such as `profile` and `shareables`, are properties too: see `Resources`. */
export interface Rewards extends EventTarget, Resources {
  /** The program domain, without a trailing slash. */
  readonly domain: string
  /** Who the page knows, now (specification 3.1). The same object while nothing has changed. */
  readonly consumer: Consumer
  /** What goes with every event and zone, as the options say. */
  readonly data: Data
  /**
   * Claims an identity: an e-mail address or the brand's own id of the person. Resolves with the consumer, now identified at least
   * (specification 3.1). Throws `invalid_argument` | `timeout` after 30 s, and the claim is sent later | a platform code.
   */
  identify(claims: IdentityClaims): Promise<Consumer>
  /**
   * Proves an identity by a JWT the brand's backend has signed; without one, by what `options.jwt` answers (specification 5.5). The JWT
   * is never kept. Where the consumer has an identity already, or a waiting event gives them one, the events that wait go first, for up to
   * 10 s. Where the JWT identifies and does not verify, an `error` event `not_verified` says why. Throws `invalid_argument` for what is
   * no JWT | `jwt_error` |
   * `jwt_authentication_error`.
   */
  verify(jwt?: string): Promise<Consumer>
  /**
   * Finds out who the consumer is by now, without asking them: has `options.jwt` prove it where that is set, else sees whether they have
   * answered a mail, on whatever device. Resolves with the consumer in any case; what goes wrong is told in `error`.
   */
  recognize(): Promise<Consumer>
  /**
   * Proves an identity by e-mail: the platform writes to the consumer, whose click verifies them, here or on another device; a `consumer`
   * event tells (specification 5.5). Resolves once the mail is sent, or cannot be. Throws `scopes_denied` below identified.
   */
  requestVerificationEmail(): Promise<{ polling_id: string; status: string }>
  /**
   * Revokes the token and forgets everything kept, in every tab; takes up to 2 s to deliver what waits. Throws `network_error` when the
   * token could not be revoked: it is forgotten on this device all the same.
   */
  logout(): Promise<void>
  /**
   * `granted` keeps from now on what memory holds; `denied` and `unset` delete at once what is kept, and send no cookies: in every tab. The program is told
   * what a verified consumer has granted or denied (specification 2.3). Throws `invalid_argument`.
   */
  setConsent(state: Exclude<Consent, 'program'>): void
  /**
   * Submits an event (specification 6). Accepted when it returns, and kept through crash and navigation where the consumer allows it;
   * resolves when the platform has it, however long that takes. Throws `invalid_argument` | `logged_out` | `storage_full` | `timeout`, after a
   * week | the platform's refusal | after hours, the error of an event that fails while others pass.
   */
  track(name: string, data?: Data, options?: TrackOptions): Promise<Receipt>
  /** Delivers what waits, now. Resolves when nothing waits, or the platform is out of reach. */
  flush(): Promise<void>
  /**
   * The address of a pixel on this page, which submits an event when it is fetched; fetched twice, it is one event. The token is in it: for
   * nothing but this page (specification 4.3, 5.4). Data that names an anonymous consumer identifies them at once. Throws `invalid_argument` for data that is a list or an object.
   */
  eventUrl(name: string, data?: Data): Promise<string>
  /**
   * Fetches a zone's content: `name` as the marketer named it, `data` for targeting (specification 4.3). `data: null` when nothing backs
   * the zone. Throws `network_error` | `timeout` | `aborted` | `invalid_response` | `unsupported_content` (a script) | a platform code.
   */
  zone(name: string, data?: Data, options?: ZoneOptions): Promise<Zone>
  /** Draws a zone into an element, or into the first that matches a selector. Throws `invalid_argument` when there is none; what goes wrong later is told in `error`. */
  mount(target: Element | string, name: string, data?: Data, options?: MountOptions): Mounted
  /**
   * Shares a link, in the handler of a user's gesture: browsers give the clipboard and the share sheet to nobody else. Answers what is
   * known to have happened, never more. Throws `invalid_argument`.
   */
  share(
    shareable: Pick<Shareable, 'code' | 'link'>,
    channel: ShareChannel,
    message?: ShareMessage,
  ): Promise<ShareResult>
  /** What this browser stores for the program. */
  readonly storage: RewardsStorage
  /** The native app around this page (docs/webviews.md), once it has said what it can do; nothing in a browser. */
  readonly shell?: Shell
  /** Takes a message of the native app, an object or its JSON. */
  receive(message: unknown): Promise<void>
  /** For what draws zones: makes an error of its own, and tells it. */
  report(code: OwnErrorCode, message: string): RewardsError
  addEventListener<K extends keyof RewardsEventMap>(
    type: K,
    listener: ((event: RewardsEventMap[K]) => void) | null,
    options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ): void
}
