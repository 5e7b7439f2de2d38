import { identity, proof, resources, sharing } from './chunks.js'
import { createConsent } from './consent/consent.js'
import { type Consumer, type IdentityClaims, namesConsumer, watchConsumer } from './consumer.js'
import { alone } from './http/alone.js'
import { createClient } from './http/client.js'
import { asRewardsError, isAborted, type RewardsError } from './http/error.js'
import { type Mounted, type MountOptions, mount } from './mount.js'
import { type Consent, type Data, type RewardsOptions, readOptions, type Settings } from './options.js'
import type { Receipt, Settled } from './outbox/outbox.js'
import type { Resources } from './resources/index.js'
import type { Shareable } from './resources/shareables.js'
import type { ShareChannel, ShareMessage, ShareResult } from './share.js'
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
  /** A call failed, whether or not anybody awaited it. Each error is told once; an aborted call is not told. */
  error: CustomEvent<RewardsError>
}

export interface Rewards extends EventTarget {
  /** Who the page knows, now. */
  readonly consumer: Consumer
  /** Claims an identity. Throws `invalid_argument` | a platform code. */
  identify(claims: IdentityClaims): Promise<Consumer>
  /** Proves it, with a JWT, or with the one that `options.jwt` answers. Throws `invalid_argument`, naming the fault | a platform code. */
  verify(jwt?: string): Promise<Consumer>
  /** The other way to prove it: the platform writes to the consumer. */
  requestVerificationEmail(): Promise<{ polling_id: string; status: string }>
  /** Revokes the token and forgets everything kept, in every tab. Throws `network_error` when the token could not be revoked; it is forgotten all the same. */
  logout(): Promise<void>
  /** Keeps what may be kept from now on, or deletes it at once. */
  setConsent(state: Exclude<Consent, 'program'>): void
  track(name: string, data?: Data, options?: { id?: string }): Promise<Receipt>
  flush(): Promise<void>
  zone(name: string, data?: Data, options?: { signal?: AbortSignal }): Promise<Zone>
  mount(target: Element | string, name: string, data?: Data, options?: MountOptions): Mounted
  share(
    shareable: Pick<Shareable, 'code' | 'link'>,
    channel: ShareChannel,
    message?: ShareMessage,
  ): Promise<ShareResult>
  readonly profile: Resources['profile']
  readonly shareables: Resources['shareables']
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

/** The one place that wires. With a `fault` every call rejects with it. */
export function connect(settings: Settings, fault?: RewardsError): Rewards {
  const { base, jwt } = settings
  const name = `rewards:${base}`
  const page = globalThis.document
  const target = new EventTarget()
  const emit = (type: string, detail: unknown) => target.dispatchEvent(new CustomEvent(type, { detail }))
  const told = new WeakSet<RewardsError>()
  const tell = (cause: unknown) => {
    const error = asRewardsError(cause)
    if (isAborted(error) || told.has(error)) return
    told.add(error)
    emit('error', error)
  }

  const store = createTokenStore(settings.vendor, settings.cookieDomain)
  const token = createToken(store)
  const consumer = watchConsumer(token, now => {
    emit('consumer', now)
    tabs?.postMessage('consumer')
  })
  const client = createClient(settings, {
    token,
    carrier,
    onConsent: state => consent.hear(state),
    onToken(stamp, access_token, cookie) {
      if (consumer.current().level !== 'anonymous') who(of => of.weigh(me, stamp, access_token, cookie)).catch(tell)
      else if (token.settle(stamp, access_token, cookie) && consumer.known().scopes.length) learn().catch(tell)
    },
    proof: () =>
      jwt && consumer.known().level === 'verified' ? proof().then(({ fitProof }) => fitProof(ask)) : undefined,
    prove: () => jwt && verify(),
    alone: work => alone(consent.keeps() && `${name}:token`, work),
  })
  const tracker = createTracker({
    name,
    client,
    keeps: () => consent.keeps(),
    alone: work => alone(consent.keeps() && name, work),
    onReceipt: receipt => emit('receipt', receipt),
    onRefusal: tell,
    // Of an error only the message does not travel by itself.
    onSettled: ({ error, ...settled }) =>
      tabs?.postMessage({ ...settled, error: error && { ...error, message: error.message, cause: undefined } }),
  })
  const consent = createConsent(settings.consent, {
    store,
    onWithdrawn: () => void tracker.outbox().then(({ queue }) => queue.withdraw(), tell),
    onError: tell,
  })
  const me = { client, token, store, outbox: tracker.outbox, leave }

  const tabs = page && globalThis.BroadcastChannel && new BroadcastChannel(name)
  if (tabs)
    tabs.onmessage = ({ data }: MessageEvent<Settled | 'logout' | 'consumer'>) => {
      if (typeof data === 'object') return tracker.settle(data)
      if (data === 'logout') leave()
      consumer.notice()
    }

  let sameSite: 'cookie' | 'header' | undefined
  /** How the token travels, or, where none is held, how one would come. */
  function carrier() {
    const held = token.current()
    if (settings.carrier === 'query') return 'query'
    if (!consent.allowsCookies() || store.buried()) return 'header'
    if (settings.carrier !== 'auto') return settings.carrier
    if (held) return held.cookie ? 'cookie' : 'header'
    sameSite ??= chooseCarrier(base, globalThis.location)
    return sameSite
  }

  /** Ends everything under way for the person who has logged out, here or in another tab. */
  function leave() {
    client.end()
    tracker.end()
  }

  async function who<T>(run: (of: Awaited<ReturnType<typeof identity>>) => Promise<T>) {
    try {
      return await run(await identity())
    } finally {
      consumer.notice()
    }
  }

  let learning: Promise<void> | undefined
  /** Asks the platform who the token stands for, once for all who want to know. */
  function learn() {
    learning ??= who(of => of.learn(me)).finally(() => {
      learning = undefined
    })
    return learning
  }
  /** Data that names an anonymous consumer has raised the level, whether or not the token changed. */
  const raised = (data: Data) =>
    namesConsumer(data) && (learning ?? (consumer.current().level === 'anonymous' && learn()))

  let asking: Promise<string> | undefined
  /** Asks the host for a proof, once for all who wait. */
  const ask =
    jwt &&
    (() => {
      asking ??= Promise.resolve(jwt()).finally(() => {
        asking = undefined
      })
      return asking
    })
  async function verify(given?: string) {
    const { fitProof, prove } = await proof()
    await prove(client, await fitProof(ask, given))
    await learn()
    return consumer.current()
  }

  /** A call of ours: starts at once, always settles, and is told to listeners when it fails, so that nobody has to await it. */
  function call<A extends unknown[], T>(run: (...args: A) => Promise<T> | T): (...args: A) => Promise<T> {
    return (...args) => {
      const result = (async () => {
        try {
          if (fault) throw fault
          return await run(...args)
        } catch (error) {
          throw asRewardsError(error)
        }
      })()
      result.catch(tell)
      return result
    }
  }

  /** A resource by its calls' names alone: their code comes with the first call. */
  const resource = <K extends keyof Resources>(name: K) =>
    new Proxy({} as Resources[K], {
      get: (_, verb) =>
        verb !== 'then' && // or awaiting the resource itself would hang
        call(async (...args: unknown[]) => {
          const calls = (await resources())[name](client) as Record<string | symbol, (...args: unknown[]) => unknown>
          return calls[verb]!(...args)
        }),
    })

  const withDefaults = (data: Data | undefined): Data => ({ ...settings.data, ...data })

  async function track(name: string, data?: Data, options: TrackOptions = {}) {
    const given = withDefaults(data)
    const receipt = await tracker.track(name, given, options)
    await raised(given)
    return receipt
  }
  const flush = call(() => tracker.outbox().then(({ drain }) => drain()))

  const rewards = Object.assign(target, {
    identify: call(async (claims: IdentityClaims) => {
      await who(of => of.identify(track, claims))
      return consumer.current()
    }),
    verify: call(verify),
    requestVerificationEmail: call(() =>
      who(of => of.requestVerificationEmail(me, () => learn().then(consumer.current))),
    ),
    logout: call(() =>
      who(of => of.logout(me)).finally(() => {
        tabs?.postMessage('logout')
      }),
    ),
    setConsent: consent.set,
    track: call(track),
    flush,
    zone: call(async (name: string, data?: Data, options: ZoneOptions = {}) => {
      const given = withDefaults(data)
      const zone = await fetchZone(client, name, given, options)
      await raised(given)
      emit('zone', zone)
      // A browser gives its clipboard only in the moment of a click: what a click will need is here by then.
      if (Object(zone.data).widget === 'share') sharing().catch(() => {})
      return zone
    }),
    mount(target: Element | string, name: string, data?: Data, options: MountOptions = {}) {
      const { mounted, loaded } = mount(rewards, target, name, data, options)
      loaded.catch(tell)
      return mounted
    },
    share: call(async (...args: Parameters<Rewards['share']>) => (await sharing()).share(rewards.track, ...args)),
    profile: resource('profile'),
    shareables: resource('shareables'),
  }) as unknown as Rewards
  Object.defineProperty(rewards, 'consumer', { get: consumer.current })

  const landing = takeLandingToken()
  if (landing) client.open(() => who(of => of.adopt(me, landing)))
  // An earlier page may have left events. Nothing of this page has to wait for that.
  if (consent.keeps()) (globalThis.requestIdleCallback ?? setTimeout)(() => flush())

  const shared = globalThis as { [RUNTIME]?: Rewards }
  if (page && !shared[RUNTIME]) {
    shared[RUNTIME] = rewards
    page.dispatchEvent(new Event('rewards:ready'))
  }
  return rewards
}
