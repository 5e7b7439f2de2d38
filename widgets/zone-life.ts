import type { Consumer, Data, Rewards } from '../src/api.js'
import { isAnother } from '../src/consumer.js'
import { buttonAround } from './button-around.js'
import { toText } from './json.js'
import { loadZone, stateAfter } from './load-zone.js'
import { localeOf } from './locale.js'
import { findMessages } from './messages/find-messages.js'
import type { Messages } from './messages/messages.js'
import { reservedHeight } from './reserved-height.js'
import { findRuntime, pageRuntime } from './runtime.js'
import type { ZoneHost } from './view.js'
import type { ZoneState } from './zone-state.js'
import { renderZone } from './zone-view.js'

/** What the element says that its zone is to be. */
interface LiveHost extends ZoneHost {
  readonly widget: string
  readonly loading: 'eager' | 'lazy'
  readonly data: Data | null
  /** The runtime to ask, where it is not the page's. */
  readonly rewards: Rewards | undefined
}

/**
 * What becomes of a zone element while it is in a document. Answers with the function to call when anything about the
 * element has changed: the changes of one task are one change, and a removal followed by an insertion is a move.
 */
export function zoneLife(host: LiveHost): () => void {
  const root = host.attachShadow({ mode: 'open' })
  let scheduled = false
  let shown: ZoneState = { is: 'empty' }
  /** What was asked for, as JSON: the same values set again, as frameworks do at each rendering, ask for nothing new. */
  let request = ''
  let runtime: Rewards | undefined
  let rewards: Rewards | undefined
  let locale: Intl.Locale
  let words: Partial<Messages> = {}
  /** Whom the content was made for. */
  let madeFor: Consumer | undefined
  /** Ends when the element leaves the document or loads anew. */
  let life = new AbortController()
  let waitsToBeNear = false
  let viewed = false

  function settle() {
    scheduled = false
    // What it shows is kept: it may come back.
    if (!host.isConnected) return life.abort()
    try {
      update()
    } catch (cause) {
      giveUp(life.signal, cause)
    }
  }

  function update() {
    const ended = life.signal.aborted
    const wanted = JSON.stringify([host.name, host.data, host.widget, `${localeOf(host)}`])
    const unfinished = shown.is === 'loading' && (ended || (waitsToBeNear && host.loading !== 'lazy'))
    if (unfinished || wanted !== request || host.rewards !== runtime) {
      request = wanted
      runtime = host.rewards
      load()
    } else {
      if (ended) stay(begin())
      show(shown)
    }
  }

  function begin() {
    life.abort()
    life = new AbortController()
    return life.signal
  }

  /** `again`: what is shown stays until the new content is there, and so does what a person is typing into it. */
  async function load(again?: boolean | Event) {
    const signal = begin()
    try {
      await loadContent(signal, again)
    } catch (cause) {
      await giveUp(signal, cause)
    }
  }

  /** The zone could not be drawn, or what the page has set as `rewards` is not a runtime. */
  async function giveUp(signal: AbortSignal, cause: unknown) {
    reportFailure(rewards, `Zone ${host.name}`, cause)
    rewards = madeFor = undefined
    locale = localeOf(host)
    words = await findMessages(locale)
    if (signal.aborted) return
    try {
      show({ is: 'failed', error: true })
    } catch {
      // Nothing can be drawn at all. The page hears of it all the same.
    }
    offerRetryAround(signal)
    host.dispatchEvent(new Event('error'))
  }

  async function loadContent(signal: AbortSignal, again?: boolean | Event) {
    if (!again) {
      viewed = false
      waitsToBeNear = host.loading === 'lazy'
      show({ is: host.name ? 'loading' : 'empty' })
    }
    if (!host.name) return
    // Only now that it has its style does it have its width.
    const height = !again && reservedHeight(host)
    if (height) show({ is: 'loading', height })
    if (waitsToBeNear) await (await watching())?.whenNear(host, signal)
    rewards = await findRuntime(runtime, signal)
    if (signal.aborted) return
    waitsToBeNear = false
    locale = localeOf(host, rewards)
    const { consumer } = rewards
    host.dispatchEvent(new Event('loadstart'))
    const [state, spoken] = await Promise.all([loadZone(rewards, host, signal).catch(stateAfter), findMessages(locale)])
    if (signal.aborted) return
    words = spoken
    // Who became known in the meantime is not whom this was made for, unless the zone itself made them known.
    madeFor = host.data?.email || host.data?.partner_user_id ? rewards.consumer : consumer
    // Another person has come, which has ended the calls of the one before.
    if (isAnotherPerson(state.error ? consumer : madeFor, rewards.consumer)) return load()
    if (!again || !state.error) show(state)
    // A view that has thrown meanwhile has failed the zone, which dispatches its own `error`.
    if (state.error || shown === state) host.dispatchEvent(new Event(state.error ? 'error' : 'load'))
    if (!signal.aborted) stay(signal)
  }

  function show(state: ZoneState) {
    shown = state
    renderZone(root, {
      state,
      host,
      words,
      locale: `${locale}`,
      signal: life.signal,
      retry: load,
      act: action => tell('rewards:action', action),
      fail: cause => fail(state, cause),
    })
  }

  /** The widget's view has thrown while it showed `state`: it may show half of it. The zone has failed, and offers to try again. */
  function fail(state: ZoneState, cause: unknown) {
    if (state.is !== 'ready' || shown !== state) return
    const { rewards, widget } = state
    const failed: ZoneState = { is: 'failed', error: true }
    shown = failed
    reportFailure(rewards, `The widget ${widget} of zone ${host.name}`, cause)
    // Preact is still drawing.
    queueMicrotask(() => {
      if (shown !== failed) return
      show(failed)
      offerRetryAround(life.signal)
      host.dispatchEvent(new Event('error'))
    })
  }

  /** A button may hold no other: that of the page tries again, where ours would. */
  function offerRetryAround(signal: AbortSignal) {
    if (shown.is === 'failed') buttonAround(host)?.addEventListener('click', load, { signal })
  }

  /** While it stays, it follows the consumer: another level may be shown other content. */
  function stay(signal: AbortSignal) {
    const follow = () => {
      const now = rewards?.consumer
      const wasPrivate = madeFor?.level === 'verified'
      // What is private is gone with its person at once, whether or not the platform can be reached.
      if (wasPrivate && isAnotherPerson(madeFor, now)) load()
      else if (now?.level !== madeFor?.level) load(now?.level !== 'anonymous')
      // The platform may say only later who it was.
      else if (now?.identity_id) madeFor = now
    }
    rewards?.addEventListener('consumer', follow, { signal })
    offerRetryAround(signal)
    follow()
    watch(signal).catch(cause => reportFailure(rewards, `Watching zone ${host.name}`, cause))
  }

  /** Tells once that this content was seen, and remembers its height. */
  async function watch(signal: AbortSignal) {
    const watcher = await watching()
    if (!watcher || signal.aborted) return
    // What the page has set may be a runtime of another version.
    if (rewards?.storage) watcher.rememberHeight(host, rewards.storage, signal)
    const seen = shown
    if (seen.is !== 'ready' || viewed) return
    await watcher.whenViewed(host, signal)
    viewed = true
    tell('rewards:viewed')
    seen.rewards.track(`${seen.zone.name}_viewed`, { campaign_id: seen.zone.campaign_id })
  }

  const tell = (type: string, detail?: object) =>
    host.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail: { zone: host.name, ...detail } }))

  return () => {
    if (!scheduled) queueMicrotask(settle)
    scheduled = true
  }
}

/** Tells the runtime, or the page's own where what the page has set is none. */
function reportFailure(runtime: Partial<Rewards> | undefined, what: string, cause: unknown) {
  const listening = typeof runtime?.report === 'function' ? runtime : pageRuntime()
  listening?.report?.('internal_error', `${what} failed: ${toText(cause)}`)
}

/** A device that nobody has named can become another one without anybody noticing. */
const isAnotherPerson = (before: Consumer | undefined, now: Consumer | undefined) =>
  Boolean(before && now && before.level !== 'anonymous' && isAnother(before, now))

/** What waits for a person to look is nothing they wait for, and so not among the first bytes. */
const watching = () => import('./watching.js').catch(() => undefined)
