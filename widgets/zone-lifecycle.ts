import type { Consumer, Rewards } from '../src/api.js'
import { takeEarlyZone } from '../src/early-zone.js'
import { buttonAround } from './enclosing-button.js'
import { isAnotherPerson } from './is-another-person.js'
import { loadZone, stateAfter, type ZoneSettings } from './load-zone.js'
import { localeOf } from './find-locale.js'
import { findMessages } from './messages/find-messages.js'
import type { Messages } from './messages/messages.js'
import { reportFailure } from './report-failure.js'
import { reservedHeight } from './reserved-height.js'
import { findRuntime } from './find-runtime.js'
import type { ZoneState } from './zone-state.js'
import { renderZone } from './render-zone.js'

/**
 * Loads, renders and follows the zone of an element while the element is in a document. Returns a function to call after every change of
 * the element. The changes of one task count as one change, and a removal followed by an insertion counts as a move.
 */
export function zoneLife(host: ZoneSettings): () => void {
  const root = host.attachShadow({ mode: 'open' })
  let scheduled = false
  let shown: ZoneState = { is: 'empty' }
  /** The settings that were loaded last, as JSON. Frameworks set the same values at each rendering, which must not load anything. */
  let request = ''
  let runtime: Rewards | undefined
  let rewards: Rewards | undefined
  let locale: Intl.Locale
  let words: Partial<Messages> = {}
  /** The consumer that the content was made for. */
  let madeFor: Consumer | undefined
  /** Aborts when the element leaves the document or loads again. */
  let controller = new AbortController()
  let waitsToBeNear = false
  let viewed = false

  function applyChanges() {
    scheduled = false
    if (!host.isConnected) return controller.abort() // what it shows stays: it may come back
    try {
      update()
    } catch (cause) {
      failLoading(controller.signal, cause)
    }
  }

  function update() {
    const ended = controller.signal.aborted
    const wanted = JSON.stringify([host.name, host.data, host.widget, `${localeOf(host)}`])
    const unfinished = shown.is === 'loading' && (ended || (waitsToBeNear && host.loading !== 'lazy'))
    if (unfinished || wanted !== request || host.rewards !== runtime) {
      request = wanted
      runtime = host.rewards
      load()
    } else {
      if (ended) follow(start())
      render(shown)
    }
  }

  function start() {
    controller.abort()
    controller = new AbortController()
    return controller.signal
  }

  /** With `again`, the old content, and what a person is typing into it, stays until the new content is there. */
  async function load(again?: boolean | Event) {
    const signal = start()
    try {
      await loadContent(signal, again)
    } catch (cause) {
      await failLoading(signal, cause)
    }
  }

  /** Shows that the zone could not be drawn, or that the `rewards` of the page is not a runtime. */
  async function failLoading(signal: AbortSignal, cause: unknown) {
    reportFailure(rewards, `Zone ${host.name}`, cause)
    rewards = madeFor = undefined
    locale = localeOf(host)
    words = await findMessages(locale)
    if (signal.aborted) return
    try {
      render({ is: 'failed', error: true })
    } catch {
      // Nothing can be drawn at all. The page gets its `error` event all the same.
    }
    offerRetryAround(signal)
    host.dispatchEvent(new Event('error'))
  }

  async function loadContent(signal: AbortSignal, again?: boolean | Event) {
    if (!again) {
      viewed = false
      waitsToBeNear = host.loading === 'lazy'
      render({ is: host.name ? 'loading' : 'empty' })
    }
    if (!host.name) return
    // The element has a width only after its style sheet is applied.
    const height = !again && reservedHeight(host)
    if (height) render({ is: 'loading', height })
    if (waitsToBeNear) await (await watching())?.whenNear(host, signal)
    rewards = await findRuntime(runtime, signal)
    if (signal.aborted) return
    waitsToBeNear = false
    locale = localeOf(host, rewards)
    const early = takeEarlyZone(host, rewards, signal)
    const { consumer } = early ?? rewards
    host.dispatchEvent(new Event('loadstart'))
    const [state, translation] = await Promise.all([
      loadZone(rewards, host, signal, early?.zone).catch(stateAfter),
      findMessages(locale),
    ])
    if (signal.aborted) return
    words = translation
    // The call was made for the consumer of that time, unless the zone's own data has identified them.
    madeFor = host.data?.email || host.data?.partner_user_id ? rewards.consumer : consumer
    // Another person has come, and the calls of the person before have ended.
    if (isAnotherPerson(state.error ? consumer : madeFor, rewards.consumer)) return load()
    if (!again || !state.error) render(state)
    // If the view has thrown meanwhile, `fail` dispatches an `error` event instead.
    if (state.error || shown === state) host.dispatchEvent(new Event(state.error ? 'error' : 'load'))
    if (!signal.aborted) follow(signal)
  }

  function render(state: ZoneState) {
    shown = state
    renderZone(root, {
      state,
      host,
      words,
      locale: `${locale}`,
      signal: controller.signal,
      retry: load,
      act: action => dispatch('rewards:action', action),
      fail: cause => fail(state, cause),
    })
  }

  /** Replaces a view that has thrown with the failed state, which offers a retry. A view that throws while it is removed is only reported. */
  function fail(state: ZoneState, cause: unknown) {
    if (state.is !== 'ready') return reportFailure(rewards, `A widget of zone ${host.name}`, cause)
    if (shown !== state) return
    const failed: ZoneState = { is: 'failed', error: true }
    shown = failed
    reportFailure(state.rewards, `The widget ${state.widget} of zone ${host.name}`, cause)
    // Preact is still rendering.
    queueMicrotask(() => {
      if (shown !== failed) return
      render(failed)
      offerRetryAround(controller.signal)
      host.dispatchEvent(new Event('error'))
    })
  }

  /** In a button of the page the zone has no button of its own: a click on the page's button tries again. */
  function offerRetryAround(signal: AbortSignal) {
    if (shown.is === 'failed') buttonAround(host)?.addEventListener('click', load, { signal })
  }

  /** Follows the consumer: another person, or the same one at another level, may see other content. */
  function follow(signal: AbortSignal) {
    const onConsumer = () => {
      const now = rewards?.consumer
      // Private content disappears with its person at once, whether or not the platform can be reached.
      if (madeFor?.level === 'verified' && isAnotherPerson(madeFor, now)) load()
      else if (now?.level !== madeFor?.level) load(now?.level !== 'anonymous')
      // The platform may tell later which identity the content was made for.
      else if (now?.identity_id) madeFor = now
    }
    rewards?.addEventListener('consumer', onConsumer, { signal })
    offerRetryAround(signal)
    onConsumer()
    watch(signal).catch(cause => reportFailure(rewards, `Watching zone ${host.name}`, cause))
  }

  /** Stores the height of the zone, and reports once that its content was viewed. */
  async function watch(signal: AbortSignal) {
    const watcher = await watching()
    if (!watcher || signal.aborted) return
    // The runtime of the page may be of another version, without `storage`.
    if (rewards?.storage) watcher.rememberHeight(host, rewards.storage, signal)
    const seen = shown
    if (seen.is !== 'ready' || viewed) return
    await watcher.whenViewed(host, signal)
    viewed = true
    dispatch('rewards:viewed')
    seen.rewards.track(`${seen.zone.name}_viewed`, { campaign_id: seen.zone.campaign_id })
  }

  const dispatch = (type: string, detail?: object) =>
    host.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail: { zone: host.name, ...detail } }))

  return () => {
    if (!scheduled) queueMicrotask(applyChanges)
    scheduled = true
  }
}

/** Loaded after the zone is shown: a person does not wait for it. */
const watching = () => import('./observers.js').catch(() => undefined)
