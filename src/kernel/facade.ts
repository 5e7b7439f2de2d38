import { whenIdle } from '../base/when-idle.js'
import type { ConsentState } from '../consent/consent.js'
import { RewardsError, readArguments } from '../error/error.js'
import type { ShellConnection } from '../native/shell.js'
import type { Calls } from '../page/calls.js'
import { mount } from '../page/mount.js'
import type * as share from '../page/share.js'
import { createStorage } from '../page/storage.js'
import type { Tracker } from '../page/track.js'
import { createZoneCall, type ZoneOptions } from '../page/zone.js'
import type { Connection } from '../resources/connection.js'
import type * as resourcesModule from '../resources/index.js'
import type { Identity } from '../session/identity.js'
import { type Data, readData } from '../settings/options.js'
import { type ConsumerWatch, claimsIdentity, levelOf } from '../token/consumer.js'
import { type CallTable, createModuleCalls, NONE } from './call-table.js'
import type { Load } from './modules.js'
import { createResourceCalls } from './resource-calls.js'
import type { Rewards } from './rewards.js'

/** The modules that the public calls use. */
export interface FacadeContext extends Omit<Connection, 'loadShare'> {
  /** `rewards:<program domain>`: the name of this program's data on the device. */
  name: string
  /** Becomes the runtime: the public calls are added to it. */
  target: EventTarget
  load: Load
  calls: Calls
  consent: ConsentState
  consumer: ConsumerWatch
  tracker: Tracker
  /** Loads the calls that decide who the consumer is. */
  loadIdentity(): Promise<Identity>
  /** The same for a logout, which ends the session in any case. */
  loadForLogout(): Promise<Identity>
  /** Loads the connection to the native app around the page. */
  loadShell(): Promise<ShellConnection>
  /** Ends what the runtime does by itself, and its calls. */
  endLifetime(): void
}

/** Codes of problems with which nothing fails: a zone may have content for other consumers only. The page's `error` listeners do not get them. */
const WARNINGS = /^(no_creative|unknown_key|element_not_defined|second_runtime)$/

/** The calls about the consumer that are nothing but calls of their module. */
const IDENTITY: CallTable<Pick<Rewards, 'recognize' | 'requestVerificationEmail' | 'verify'>> = {
  recognize: 0,
  requestVerificationEmail: NONE,
  verify: 1,
}

/** How long `identify()` waits for the receipt of its event, which may be delivered later. As long as any other call waits for its answer. */
const ANSWER_MS = 30_000

/** Adds the public calls to the runtime. */
export function createFacade(context: FacadeContext): Rewards {
  const {
    target,
    settings,
    app,
    load,
    consent,
    consumer,
    token,
    tracker,
    loadIdentity,
    loadShell,
    loadForLogout,
    lifetime,
    endLifetime,
  } = context
  const { call, callNow, emit, fault, reportError, warn, checkKeys } = context.calls
  /** The option `data` takes precedence over the app's language, and the data of a call over both. */
  const defaults = (): Data => (app.locale ? { locale: app.locale, ...settings.data } : settings.data)
  const withDefaults = (data: object | undefined): Data => ({ ...defaults(), ...readData(data) })

  let loadedShare: typeof share | undefined
  /** Called before the click: Safari allows the clipboard only in the task of the click. */
  const loadShare = async () => {
    loadedShare = await load('share')
    return loadedShare
  }

  /**
   * Data that claims an identity identifies an anonymous consumer, even if the platform does not answer with another token. `signal` is that of the
   * login that has tracked an event with the data.
   */
  async function raiseLevel(data: Data, signal?: AbortSignal) {
    if (!claimsIdentity(data) || consumer.current().level !== 'anonymous') return
    const identity = await loadIdentity()
    await identity.raiseLevel(data, signal)
  }

  /** A cold page loads no code for this: it has no token that the platform could replace. */
  async function sendClaim<T>(data: Data, send: () => Promise<T>): Promise<T> {
    const isReplaced = claimsIdentity(data) && token.current() && consumer.current().level === 'anonymous'
    const identity = isReplaced && (await loadIdentity().catch(reportError))
    return identity ? identity.sendClaim(data, send) : send()
  }

  const track = call<Parameters<Rewards['track']>, Awaited<ReturnType<Rewards['track']>>>(
    'track',
    async (name, data, options = {}) => {
      checkKeys('track()', options, ['id'])
      const given = withDefaults(data)
      const { signal } = token.login()
      const receipt = await tracker.track(name, given, options)
      await raiseLevel(given, signal).catch(reportError)
      return receipt
    },
  )

  let loadedResources: typeof resourcesModule | undefined
  const loadResources = async () => {
    loadedResources = await load('resources')
    return loadedResources
  }
  const connection = { ...context, loadShare, rewards: (): Rewards => rewards }
  const fetchZone = createZoneCall(connection, { load: loadResources, loaded: () => loadedResources })
  const zone = call(
    'zone',
    async <Content>(name: string, data?: object, options?: ZoneOptions) => {
      // The content is in the language of the page, if the data names no other. A server has no page.
      const lang = globalThis.document?.documentElement.lang
      const given = { ...(lang && { locale: lang }), ...withDefaults(data) }
      const fetched = await sendClaim(given, () => fetchZone<Content>(name, given, Object(options)))
      await raiseLevel(given).catch(reportError)
      emit('zone', fetched)
      // When the browser is idle: the widget is drawn first.
      if (mayShare(fetched.data, options?.widget)) whenIdle(() => loadShare().catch(() => {}))
      return fetched
    },
    2,
  )

  const storage = createStorage({ ...context, call, logout: async () => (await loadForLogout()).erase() })
  const resources = createResourceCalls(call, loadResources, connection)

  const members = {
    ...resources,
    ...createModuleCalls(call, '', IDENTITY, loadIdentity),
    domain: settings.base,
    consumer: consumer.current(),
    data: defaults(),

    identify: call(
      'identify',
      async claims => {
        // Tracked at once, so that it precedes all later events.
        const isNamed = readArguments('identify()', () => claimsIdentity(claims))
        const receipt = isNamed ? track('identify', claims) : undefined
        return (await loadIdentity()).identify(receipt, claims)
      },
      1,
      ANSWER_MS,
    ),
    logout: call('logout', async () => (await loadForLogout()).logout()),

    setConsent(state) {
      const error = fault()
      if (error) return reportError(error)
      callNow('setConsent', () => {
        consent.set(state)
        consumer.refresh()
      })
      // The program stores the choice of a verified consumer, too.
      const isChoice = state !== 'unset'
      if (isChoice && levelOf(token.login()) === 'verified') resources.profile.update({ cookie_consent: state })
    },

    track,
    flush: call('flush', async () => (await tracker.delivery()).drain()),
    eventUrl: call('eventUrl', async (name, data) => (await loadIdentity()).eventUrl(name, withDefaults(data))),

    zone,
    mount(parent, name, data, options) {
      checkKeys('mount()', options, ['widget', 'theme', 'messages', 'loading'])
      const context = { rewards: target, loadWidgets: () => load('widgets'), reportError }
      return callNow('mount', () => mount(context, parent, name, data, options))
    },

    share: call('share', async (...args) =>
      // What is loaded already shares within the click.
      (loadedShare ?? (await loadShare())).share({ track, shell: rewards.shell }, ...args),
    ),

    storage,
    receive: call('receive', async message => (await loadShell()).receive(message)),
    report(code, message, details) {
      const error = new RewardsError(code, message, details)
      if (WARNINGS.test(code)) warn(error)
      else reportError(error)
      return error
    },
    destroy() {
      if (lifetime.aborted) return
      endLifetime()
      emit('destroy', undefined)
    },
  } satisfies Omit<Rewards, keyof EventTarget>

  const rewards: Rewards = Object.assign(target, members)
  // `Object.assign` copies values, so the getters are defined afterwards.
  return Object.defineProperties(rewards, { consumer: { get: consumer.current }, data: { get: defaults } })
}

/** Whether the content or the page says that the zone shows a widget that shares links. */
const mayShare = (content: unknown, widget: string | undefined) =>
  /"(share|referrals)"/.test(JSON.stringify([content, widget]))
