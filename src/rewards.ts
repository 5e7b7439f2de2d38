import { createCalls } from './call.js'
import { identity, native, resources, sharing, verification } from './chunks.js'
import { createConsent } from './consent/consent.js'
import { type Consumer, type IdentityClaims, namesConsumer, watchConsumer } from './consumer.js'
import { eraseAppearance } from './erase-appearance.js'
import { eraseEvents } from './erase-events.js'
import { alone } from './http/alone.js'
import { createClient } from './http/client.js'
import { type OwnErrorCode, RewardsError } from './http/error.js'
import type { Identity } from './identity.js'
import { clearLogoutMark } from './logout-mark.js'
import { watchMarkup } from './markup.js'
import { type Mounted, type MountOptions, mount } from './mount.js'
import type { Shell } from './native/shell.js'
import { transport } from './native/transport.js'
import { type Consent, type Data, type RewardsOptions, readOptions, type Settings } from './options.js'
import type { Receipt } from './outbox/outbox.js'
import { pageHas } from './page.js'
import type { Resources } from './resources/index.js'
import type { Shareable } from './resources/shareables.js'
import { safeDocument } from './safe-document.js'
import type { ShareChannel, ShareMessage, ShareResult, share } from './share.js'
import { joinTabs } from './tabs.js'
import { chooseCarrier } from './token/carrier.js'
import { takeLandingToken } from './token/landing.js'
import { createTokenStore } from './token/store.js'
import { createToken } from './token/token.js'
import { createTracker, type TrackOptions } from './track.js'
import { fetchZone, type Zone, type ZoneOptions } from './zone.js'

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

export interface Rewards extends EventTarget {
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
   * is never kept. Where the consumer has an identity already, the events that wait go first, for up to 10 s. Where the JWT identifies and
   * does not verify, an `error` event `not_verified` says why. Throws `invalid_argument` for what is no JWT | `jwt_error` |
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
  /** The native app around this page (docs/webviews.md), once it has said what it can do; nothing in a browser. */
  readonly shell?: Shell
  /** Takes a message of the native app, an object or its JSON. */
  receive(message: unknown): Promise<void>
  /** For what draws zones: makes an error of its own, and tells it. */
  report(code: OwnErrorCode, message: string): RewardsError
  /** The consumer's profile (specification 4.3). */
  readonly profile: Resources['profile']
  /** The consumer's links (specification 4.3). */
  readonly shareables: Resources['shareables']
  /** Mails that the program sends to a consumer's friends (specification 4.3). */
  readonly email: Resources['email']
  /** The program's own data about the consumer, by name (specification 2.3). */
  readonly parameters: Resources['parameters']
  /** The consumer's files (specification 2.3). */
  readonly assets: Resources['assets']
  /** The links that the consumer shared (specification 2.3). */
  readonly shares: Resources['shares']
  /** Whom the consumer brought, and who brought them (specification 4.3). */
  readonly referrals: Resources['referrals']
  /** The consumer's ways through the program (specification 2.3). */
  readonly journeys: Resources['journeys']
  /** What happened on them (specification 6). */
  readonly steps: Resources['steps']
  /** The audiences that the consumer is in (specification 4.3). */
  readonly audienceMemberships: Resources['audienceMemberships']
  /** How far a reward is (specification 4.3). */
  readonly rewardStatus: Resources['rewardStatus']
  /** What another person has made public (specification 4.3). */
  persons(id: string): { readonly assets: Resources['personAssets'] }
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

/** Where a page keeps its runtime: shared by every copy of this package on it. */
export const RUNTIME = Symbol.for('rewards')

/**
 * Connects to a program domain. The first on a page is the one its `<rewards-zone>` elements use. Makes no request by itself, save to
 * look at a token that a share link has brought. Throws `invalid_argument`, naming the option.
 */
export const createRewards = (options: RewardsOptions): Rewards => connect(readOptions(options))

/** Longer than another tab takes to get a token, if it gets one. */
const TOKEN_LOCK_MS = 60_000
/** Longer than another tab is busy with a single event. */
const DELIVERY_LOCK_MS = 120_000

/** By the names of their properties. */
const RESOURCES =
  'profile shareables email parameters assets shares referrals journeys steps audienceMemberships rewardStatus'

/** The calls that `identity.ts` has as they are, by their names. */
const IDENTITY = 'verify recognize requestVerificationEmail logout'

/** The one place that wires. With a `fault` every call rejects with it. */
export function connect(settings: Settings, fault?: RewardsError): Rewards {
  const { base } = settings
  const name = `rewards:${base}`
  const target = new EventTarget()
  const { emit, tell, call } = createCalls(target, fault)

  const store = createTokenStore(settings)
  const token = createToken(store)
  const client = createClient(settings, {
    token,
    carrier,
    onConsent: state => consent.hear(state),
    onToken: (...brought) => {
      // Of a device that nobody has named there is nothing to lose.
      if (!token.current() && !consumer.known().scopes.length) token.settle(...brought)
      else
        return who()
          .then(of => of.weigh(...brought))
          .catch(tell)
    },
    proven: () => settings.jwt && consumer.known().level === 'verified',
    special: () => settings.renew || settings.tokenDuration || store.buried(),
    renew: () => who().then(of => of.renew()),
    prove: used => settings.jwt && who().then(of => of.prove(used)),
    alone: work => alone(consent.keeps() && `${name}:token`, work, TOKEN_LOCK_MS),
  })
  const tracker = createTracker({
    ...settings,
    name,
    client,
    cookies,
    token,
    remembers: store.remembered,
    keeps: () => consent.keeps(),
    alone: work => alone(consent.keeps() && name, work, DELIVERY_LOCK_MS, () => deliveredElsewhere),
    onReceipt: receipt => emit('receipt', receipt),
    onRefusal: tell,
    onSettled: news => tellTabs(news),
  })
  const consent = createConsent(settings.consent, {
    store,
    onAllowed: () => tracker.retry(),
    onDenied(wasAllowed) {
      // At once, and without the code that delivers: the page may be left in this moment, or may not get that code.
      eraseEvents(name).then(erased => erased && clearLogoutMark(name))
      eraseAppearance()
      if (wasAllowed) tracker.delivery().then(of => of.withdraw(), tell)
    },
    onChange(news) {
      tellTabs(news)
      // What an earlier page has kept may be read from now on.
      consumer.notice()
    },
    onError: tell,
  })
  // Only now is it known whether a token that was kept may be read.
  const consumer = watchConsumer(token, now => {
    emit('consumer', now)
    tellTabs('consumer')
    tracker.retry()
  })

  /** How many events other tabs have brought to their end. */
  let deliveredElsewhere = 0
  const tellTabs = joinTabs(name, news => {
    if (typeof news === 'object') {
      if ('consent' in news) consent.follow(news)
      else {
        deliveredElsewhere++
        return void tracker.delivery().then(of => of.settle(news), tell)
      }
    }
    if (news === 'logout')
      who()
        .then(of => of.leave())
        .catch(tell)
    if (news === 'person' && store.isShared()) client.end()
    consumer.notice()
  })
  // A tab that was opened before may still write.
  if (settings.consent === 'denied') tellTabs({ consent: 'denied' })

  /** Whether the program domain may keep a cookie in this browser, and be sent it. */
  function cookies() {
    if (!consent.allowsCookies()) return false
    if (settings.carrier === 'auto') settings.carrier = pageHas('location') ? chooseCarrier(base, location) : 'header'
    return settings.carrier === 'cookie'
  }
  /** How the token travels: the way it came. Where none is held, how one would come. */
  function carrier() {
    if (settings.carrier === 'query') return settings.carrier
    const held = token.current()
    return cookies() && (held ? held.cookie : !store.buried()) ? 'cookie' : 'header'
  }

  /** For what is fetched later. */
  const wiring = {
    token,
    tell,
    consent,
    settings,
    target,
    client,
    verification,
    tracker,
    name,
    cookies,
    who,
    consumer,
    tellTabs,
    store,
  }

  let identified: Identity | undefined
  /** The calls about who the consumer is. */
  async function who() {
    // Once it is here nothing is waited for: what an answer has brought is weighed before anybody asks what it was.
    if (identified) return identified
    const { createIdentity } = await identity()
    identified ??= createIdentity(wiring)
    return identified
  }
  /** Data that names an anonymous consumer raises the level, whether or not the token changes. */
  const raised = async (data: Data) =>
    namesConsumer(data) && consumer.current().level === 'anonymous' && (await who()).learn()

  /** The native app around this page. */
  const meet = () => native().then(of => of.shellOf(wiring))
  const shell = transport() && meet().then(of => of.met, tell)

  /** A resource by its calls' names alone: their code comes with the first call. */
  const resource = <K extends keyof Resources>(name: K, id = '') =>
    new Proxy({} as Resources[K], {
      get: (_, verb) => {
        // What the language asks of any object is no call: awaiting the resource itself would hang.
        if (typeof verb === 'symbol' || verb === 'then' || verb === 'toJSON') return undefined
        return (...args: unknown[]) => {
          const answer = call(async () => {
            const calls = (await resources())[name](wiring, id) as Record<string, (...args: unknown[]) => unknown>
            return calls[verb]!(...args)
          })() as Promise<AsyncIterable<unknown>> & AsyncIterable<unknown>
          // What answers again and again is iterated at once.
          answer[Symbol.asyncIterator] = async function* () {
            yield* await answer
          }
          return answer
        }
      },
    })

  let sharer: typeof share | undefined

  const withDefaults = (data: Data | undefined): Data => ({ ...settings.data, ...data })

  async function track(name: string, data?: Data, options: TrackOptions = {}) {
    const given = withDefaults(data)
    const receipt = await tracker.track(name, given, options)
    await raised(given).catch(tell)
    return receipt
  }
  const flush = call(() => tracker.delivery().then(of => of.drain()))

  const rewards = Object.assign(target, {
    domain: base,
    identify: call((claims: IdentityClaims) => {
      // Accepted at once: what is tracked next comes behind it.
      const told = namesConsumer(claims) ? rewards.track('identify', claims) : undefined
      return who().then(of => of.identify(told))
    }),
    ...Object.fromEntries(
      IDENTITY.split(' ').map(name => [
        name,
        call((jwt?: string) => who().then((of): unknown => of[name as 'verify'](jwt))),
      ]),
    ),
    setConsent(state: 'unset' | 'granted' | 'denied') {
      consent.set(state)
      consumer.notice()
      // Of a person, unlike a device, the program keeps the choice itself.
      if (consumer.known().level === 'verified' && state !== 'unset') rewards.profile.update({ cookie_consent: state })
    },
    track: call(track),
    flush,
    eventUrl: call((name: string, data?: Data) => who().then(of => of.eventUrl(name, withDefaults(data)))),
    zone: call(async (name: string, data?: Data, options: ZoneOptions = {}) => {
      const given = withDefaults(data)
      const zone = await fetchZone(client, name, given, options)
      await raised(given).catch(tell)
      emit('zone', zone)
      // A browser gives its clipboard only in the moment of a click: what a click will need is here by then.
      if (/"share"/.test(JSON.stringify([zone.data, options.widget])))
        sharing().then(of => (sharer = of.share), Boolean)
      return zone
    }),
    mount: (target: Element | string, name: string, data?: Data, options: MountOptions = {}): Mounted =>
      mount(rewards, target, name, data, options, tell),
    // With nothing awaited where it is here: Safari's clipboard knows no other moment than that of the click itself.
    share: call(async (...args: Parameters<Rewards['share']>) => (sharer ?? (await sharing()).share)(rewards, ...args)),
    receive: call((message: unknown) => meet().then(of => of.hear(message))),
    data: settings.data,
    report(code: OwnErrorCode, message: string) {
      const error = new RewardsError(code, message)
      tell(error)
      return error
    },
    ...Object.fromEntries(RESOURCES.split(' ').map(name => [name, resource(name as keyof Resources)])),
    persons: (id: string) => ({ assets: resource('personAssets', id) }),
  }) as unknown as Rewards
  Object.defineProperty(rewards, 'consumer', { get: consumer.current })

  const landing = takeLandingToken()
  // With a fault it is not known whose token that is: it goes nowhere.
  if (!fault && (landing || shell))
    client
      .open(async () => {
        await shell
        return landing && who().then(of => of.adopt(landing))
      }, true)
      .catch(tell)
  // An earlier page may have left events. Nothing of this page has to wait for that.
  if (consent.keeps()) setTimeout(flush)

  const shared = globalThis as { [RUNTIME]?: Rewards }
  if (pageHas('document') && !shared[RUNTIME]) {
    shared[RUNTIME] = rewards
    watchMarkup(call, rewards.track)
    safeDocument().dispatchEvent(new Event('rewards:ready'))
  }
  return rewards
}
