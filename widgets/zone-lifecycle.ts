import type { Consumer, Rewards, RewardsError } from '../src/api.js'
import { isPageHidden, safeDocument } from '../src/base/safe-document.js'
import { enclosingButton } from './enclosing-button.js'
import { findLocale } from './find-locale.js'
import { findRuntime, firstRuntime } from './find-runtime.js'
import { isAnotherPerson } from './is-another-person.js'
import { loadZone, type ZoneSettings } from './load-zone.js'
import { en } from './messages/en.js'
import { findMessages } from './messages/find-messages.js'
import type { Messages } from './messages/messages.js'
import { renderZone } from './render-zone.js'
import { reportFailure } from './report-failure.js'
import { reservedHeight } from './reserved-height.js'
import { startSoon } from './start-soon.js'
import { withReports } from './with-reports.js'
import type { ZoneState } from './zone-state.js'

/** Loads and renders the zone of an element, and follows the consumer, while the element is in a document. */
export class ZoneLifecycle {
  readonly #host: ZoneSettings
  readonly #root: ShadowRoot
  #isUpdateScheduled = false
  /** What the zone shows. */
  #state: ZoneState = { status: 'empty' }
  /** The settings of the last load, as JSON. Frameworks set the same values at each rendering, which must not load the zone again. */
  #settings = ''
  /** The theme and the texts of the last drawing, as JSON. They may be why it has failed. */
  #appearance = ''
  /** The runtime that the page had set for this zone at the last load. */
  #ownRuntime: Rewards | undefined
  #rewards: Rewards | undefined
  #locale: Intl.Locale | undefined
  #translation: Partial<Messages> = {}
  /** The consumer for whom the content was loaded. */
  #contentConsumer: Consumer | undefined
  /** Aborts when the element leaves the document or loads again. */
  #controller = new AbortController()
  /** Whether loading waits until the element is near the viewport. */
  #isWaiting = false
  /** What was viewed since the last placeholder. */
  #viewed = new Set<string>()

  constructor(host: ZoneSettings) {
    this.#host = host
    this.#root = host.attachShadow({ mode: 'open' })
  }

  /** To be called after every change of the element. All changes in one task count as one; removing and inserting count as a move. */
  update() {
    if (this.#isUpdateScheduled) return
    this.#isUpdateScheduled = true
    const schedule = this.#settings ? queueMicrotask : startSoon
    schedule(() => this.#applyChanges())
  }

  #applyChanges() {
    this.#isUpdateScheduled = false
    // The element keeps what it shows: it may be inserted again.
    if (!this.#host.isConnected) return this.#controller.abort()
    try {
      this.#loadOrRender()
    } catch (cause) {
      this.#onLoadError(this.#controller.signal, cause)
    }
  }

  #loadOrRender() {
    const { loading, rewards, theme, messages } = this.#host
    const { aborted } = this.#controller.signal
    const settings = this.#readSettings()
    const appearance = JSON.stringify([theme, messages])
    const mayBeMended = this.#state.status === 'failed' && appearance !== this.#appearance
    this.#appearance = appearance
    const isUnfinished = this.#state.status === 'loading' && (aborted || (this.#isWaiting && loading !== 'lazy'))
    if (
      mayBeMended ||
      isUnfinished ||
      settings !== this.#settings ||
      rewards !== this.#ownRuntime ||
      (aborted && (rewards ?? firstRuntime()) !== this.#rewards)
    ) {
      this.#settings = settings
      this.#ownRuntime = rewards
      this.#load()
    } else {
      if (aborted) {
        const signal = this.#restart()
        this.#leaveWithRuntime(signal)
        this.#follow(signal)
      }
      this.#render(this.#state)
      this.#observe()
    }
  }

  /** What a load depends on, as JSON. The locale may be that of the runtime. */
  #readSettings() {
    const { name, data, widget } = this.#host
    return JSON.stringify([name, data, widget, `${findLocale(this.#host, this.#rewards)}`, isDeferred(this.#host)])
  }

  /** Aborts everything that was started for the zone, and returns the signal for what starts now. */
  #restart() {
    this.#controller.abort()
    this.#controller = new AbortController()
    return this.#controller.signal
  }

  /** With `keepsContent`, the old content, and what a person is typing into it, stays until the new content is there. */
  #load(keepsContent = false) {
    const signal = this.#restart()
    this.#loadContent(signal, keepsContent).catch(cause => this.#onLoadError(signal, cause))
  }

  async #loadContent(signal: AbortSignal, keepsContent: boolean) {
    const host = this.#host
    if (!keepsContent) this.#renderPlaceholder()
    if (isDeferred(host)) return
    if (host.name && this.#isWaiting) await this.#untilNear(signal)
    const rewards = await findRuntime(this.#ownRuntime, signal)
    if (signal.aborted) return
    if (!host.name) return void withReports(({ reportNameless }) => reportNameless(rewards, host))
    this.#rewards = rewards
    this.#settings = this.#readSettings()
    this.#leaveWithRuntime(signal)
    this.#isWaiting = false
    host.dispatchEvent(new Event('loadstart'))
    const { state, locale, translation, consumer, isOutdated } = await loadZone(rewards, host, signal)
    if (signal.aborted) return
    if (isOutdated) return this.#load()
    this.#locale = locale
    this.#translation = translation
    // Whose proof has ended keeps nothing that needs it. The names of the levels are in alphabetical order.
    const mayKeep = keepsContent && this.#state.status !== 'failed' && consumer.level >= this.#contentConsumer!.level
    this.#contentConsumer = consumer
    const keptState = state.error && mayKeep && this.#state
    this.#render(keptState ? { ...keptState, hasLoadFailed: true } : state)
    // If the view has thrown, `#onViewError` dispatches an `error` event instead of `load`.
    if (state.error) this.#dispatchError(state.error)
    else if (this.#state === state) host.dispatchEvent(new Event('load'))
    if (!signal.aborted) this.#follow(signal)
  }

  /** Where the code that observes cannot be loaded, the zone counts as near. */
  #untilNear(signal: AbortSignal) {
    return loadObservers().then(
      ({ whenNear }) => whenNear(this.#host, signal),
      () => {},
    )
  }

  /** When the runtime is destroyed, the content disappears, and the zone waits for the next runtime of the page. */
  #leaveWithRuntime(signal: AbortSignal) {
    const rewards = this.#rewards
    const onDestroy = () => {
      if (this.#ownRuntime === rewards) this.#host.rewards = undefined
      this.#ownRuntime = undefined
      this.#load()
    }
    rewards?.addEventListener('destroy', onDestroy, { signal })
  }

  #renderPlaceholder() {
    const host = this.#host
    this.#viewed = new Set()
    this.#isWaiting = host.loading === 'lazy'
    this.#render({ status: host.name ? 'loading' : 'empty' })
    // The stored height is for one width of the element. Before the first rendering, which applies the style sheet, there is no width.
    const height = host.name && reservedHeight(host)
    if (height) this.#render({ status: 'loading', height })
  }

  /** Shows that the zone could not be rendered, or that the page's `rewards` is not a runtime. */
  async #onLoadError(signal: AbortSignal, cause: unknown) {
    const error = reportFailure(this.#rewards, `Zone ${this.#host.name}`, cause)
    this.#rewards = this.#contentConsumer = undefined
    this.#locale = findLocale(this.#host)
    this.#translation = await findMessages(this.#locale)
    if (!signal.aborted) this.#showFailure(error)
  }

  #showFailure(error: RewardsError) {
    try {
      this.#render({ status: 'failed', error })
    } catch {
      // The failed state cannot be rendered either. The page still gets the `error` event.
    }
    this.#awaitRetry()
    this.#dispatchError(error)
  }

  #render(state: ZoneState) {
    this.#state = state
    renderZone(this.#root, {
      state,
      host: this.#host,
      translation: this.#translation,
      locale: `${this.#locale}`,
      signal: this.#controller.signal,
      retry: () => this.#load(),
      replaceView: view => state.status === 'ready' && this.#state === state && this.#render({ ...state, view }),
      reportAction: action => this.#dispatch('action', action),
      onError: cause => this.#onViewError(state, cause),
    })
  }

  /** Replaces a view that has thrown with the failed state, which offers a retry. If a view throws while it is removed, that is only reported. */
  #onViewError(state: ZoneState, cause: unknown) {
    const { name } = this.#host
    if (state.status !== 'ready') return reportFailure(this.#rewards, `A widget of zone ${name}`, cause)
    if (this.#state !== state) return
    const error = reportFailure(state.rewards, `The widget ${state.widget} of zone ${name}`, cause)
    const failed: ZoneState = { status: 'failed', error }
    this.#state = failed
    // Preact is still rendering.
    queueMicrotask(() => this.#state === failed && this.#showFailure(error))
  }

  /**
   * A failed zone loads again when the device is online, and when the page returns to the foreground. Inside a button of the page, it shows no retry
   * button: a click on the page's button loads it.
   */
  #awaitRetry() {
    const { signal } = this.#controller
    if (this.#state.status !== 'failed') return
    addEventListener('online', this.#loadAgain, { signal })
    safeDocument().addEventListener('visibilitychange', this.#loadAgain, { signal })
    enclosingButton(this.#host)?.addEventListener('click', this.#loadAgain, { signal })
  }

  readonly #loadAgain = () => isPageHidden() || this.#load(true)

  /** Loads the zone again when its content is for somebody else: for another person, or for the same person at another level. */
  #follow(signal: AbortSignal) {
    const onConsumer = () => {
      const before = this.#contentConsumer
      const now = this.#rewards?.consumer
      if (!before || !now) return
      // To the platform, a person who enters another email address before they are verified is another person. What they enter must stay.
      // The content of any other one disappears at once, even if the platform cannot be reached.
      if (
        isAnotherPerson(before, now) &&
        !(before.level === 'identified' && this.#state.status === 'ready' && this.#state.view.asksForAddress)
      )
        this.#load()
      else if (now.level !== before.level) this.#load(now.level !== 'anonymous')
      // The platform may say the identity of the consumer only after the content was loaded.
      else if (now.identity_id) this.#contentConsumer = now
    }
    this.#rewards?.addEventListener('consumer', onConsumer, { signal })
    this.#awaitRetry()
    onConsumer()
    this.#observe(signal)
  }

  /** Has the zone that is shown checked, and with `signal` also followed. The code for it loads after the first drawing. */
  #observe(signal?: AbortSignal) {
    loadObservers().then(
      ({ observeZone }) =>
        observeZone({
          host: this.#host,
          rewards: this.#rewards,
          state: this.#state,
          locale: `${this.#locale}`,
          texts: { ...en, ...this.#translation },
          viewed: this.#viewed,
          signal,
          onLanguage: () => this.update(),
          onView: detail => this.#dispatch('viewed', detail),
        }),
      () => {},
    )
  }

  #dispatchError(error: RewardsError) {
    this.#host.dispatchEvent(new CustomEvent('error', { detail: error }))
  }

  /** Dispatches an event under two names. A template of a framework may have no way to write the colon. */
  #dispatch(name: 'viewed' | 'action', detail?: object) {
    const init = { bubbles: true, composed: true, detail: { zone: this.#host.name, ...detail } }
    for (const separator of ':-') this.#host.dispatchEvent(new CustomEvent(`rewards${separator}${name}`, init))
  }
}

/** What a zone needs before it is near, and after it was drawn. */
const loadObservers = () => import('./observe-zone.js')

/**
 * Whether a framework has yet to take over the element from the HTML of a server. Until then, only the placeholder is shown: the framework must
 * find the element as the server has written it. (https://github.com/webcomponents-cg/community-protocols/blob/main/proposals/defer-hydration.md)
 */
const isDeferred = (host: ZoneSettings) => host.hasAttribute('defer-hydration')
