import { identity, resources, sharing } from './chunks.js'
import { type Consumer, consumerOf, type IdentityClaims, namesConsumer } from './consumer.js'
import { createClient } from './http/client.js'
import { asRewardsError, isAborted, type RewardsError } from './http/error.js'
import { type Mounted, type MountOptions, mount } from './mount.js'
import { type Data, type RewardsOptions, readOptions, type Settings } from './options.js'
import { createOutbox, type Receipt } from './outbox/outbox.js'
import { createQueue } from './outbox/queue.js'
import type { Resources } from './resources/index.js'
import type { Shareable } from './resources/shareables.js'
import type { ShareChannel, ShareMessage, ShareResult } from './share.js'
import { chooseCarrier } from './token/carrier.js'
import { createTokenStore } from './token/store.js'
import { createToken } from './token/token.js'
import { submit, type TrackOptions, toEvent } from './track.js'
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
  identify(claims: IdentityClaims): Promise<Consumer>
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
 * Connects to a program domain. The first on a page is the one its `<rewards-zone>` elements use. Makes no request by itself. Throws
 * `invalid_argument`, naming the option.
 */
export const createRewards = (options: RewardsOptions): Rewards => connect(readOptions(options))

/** The one place that wires. With a `fault` every call rejects with it. */
export function connect(settings: Settings, fault?: RewardsError): Rewards {
  const { base, vendor, consent } = settings
  const target = new EventTarget()
  const told = new WeakSet<RewardsError>()
  const emit = (type: string, detail: unknown) => target.dispatchEvent(new CustomEvent(type, { detail }))
  const tell = (cause: unknown) => {
    const error = asRewardsError(cause)
    if (isAborted(error) || told.has(error)) return
    told.add(error)
    emit('error', error)
  }

  const store = createTokenStore(vendor, settings.cookieDomain)
  let kept = consent === 'granted' || (consent === 'program' && store.remembered())
  const keep = (allowed: boolean) => {
    kept = allowed
    store.keep(allowed)
  }
  if (kept || consent === 'denied') keep(kept)

  const token = createToken(store)
  let carrier: ReturnType<typeof chooseCarrier> | undefined
  const client = createClient(settings, {
    token,
    carrier() {
      if (consent === 'unset' || consent === 'denied') return 'header'
      carrier ??= chooseCarrier(settings.carrier, base, globalThis.location)
      return carrier
    },
    onConsent(state) {
      if (consent === 'program' && kept !== (state === 'granted')) keep(!kept)
    },
    onToken(_, previous) {
      if (previous) learn().catch(tell)
      else notice()
    },
  })

  const consumer = () => consumerOf(token.current())
  let known = String(consumer().scopes)
  /** Tells a change of who the page knows. */
  function notice() {
    const now = consumer()
    if (known !== String(now.scopes)) emit('consumer', now)
    known = String(now.scopes)
  }

  let learning: Promise<void> | undefined
  /** Asks the platform who the token stands for, once for all who want to know. */
  function learn() {
    learning ??= identity()
      .then(({ learnConsumer }) => learnConsumer(client, token))
      .finally(() => {
        learning = undefined
        notice()
      })
    return learning
  }
  /** Data that names an anonymous consumer has raised the level, whether or not the token changed. */
  const raised = (data: Data) => namesConsumer(data) && (learning ?? (consumer().level === 'anonymous' && learn()))

  const name = `rewards:${base}`
  const outbox = createOutbox(name, {
    queue: createQueue(name, () => kept),
    submit: event => submit(client, event),
    onReceipt: receipt => emit('receipt', receipt),
    onRefusal: tell,
  })
  if (kept) setTimeout(outbox.drain)

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

  async function submitEvent(name: string, data?: Data, options: TrackOptions = {}) {
    const given = withDefaults(data)
    const receipt = await outbox.add(toEvent(name, given, options))
    await raised(given)
    return receipt
  }

  const rewards = Object.assign(target, {
    identify: call(async (claims: IdentityClaims) => {
      await (await identity()).identify(submitEvent, claims)
      return consumer()
    }),
    track: call(submitEvent),
    flush: call(outbox.drain),
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
  Object.defineProperty(rewards, 'consumer', { get: consumer })

  const page = globalThis as { [RUNTIME]?: Rewards }
  if (globalThis.document && !page[RUNTIME]) {
    page[RUNTIME] = rewards
    document.dispatchEvent(new Event('rewards:ready'))
  }
  return rewards
}
