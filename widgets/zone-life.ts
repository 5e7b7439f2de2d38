import type { Rewards } from '../src/index.js'
import { parseObject } from './json.js'
import { pageRuntime } from './runtime.js'
import type { Theme } from './theme/theme.js'
import { whenNear } from './when-near.js'
import { whenViewed } from './when-viewed.js'
import { loadZone, stateAfter, type ZoneRequest, type ZoneState } from './zone-state.js'
import { renderZone } from './zone-view.js'

/** What a `<rewards-zone>` was told by its attributes and properties. */
export interface ZoneSettings extends ZoneRequest {
  /** JSON. */
  theme: string | undefined
  lazy: boolean
  /** Absent: the page's runtime. */
  rewards: Rewards | undefined
}

/** From what a zone element is told to what it shows, for as long as it is in a document. */
export class ZoneLife {
  readonly #host: HTMLElement
  readonly #root: ShadowRoot
  #settings!: ZoneSettings
  #state: ZoneState = { is: 'empty' }
  /** Aborted when the element leaves the document, or loads anew. */
  #lifetime: AbortController | undefined
  #waitsToBeNear = false
  #viewed = false

  constructor(host: HTMLElement) {
    this.#host = host
    this.#root = host.attachShadow({ mode: 'open' })
  }

  /** The element is in a document. Loads if it asks for other content than it has, or was stopped before it had any. */
  goOn(settings: ZoneSettings) {
    const before = this.#settings
    const ended = this.#lifetime?.signal.aborted
    const unfinished = this.#state.is === 'loading' && (ended || (this.#waitsToBeNear && !settings.lazy))
    this.#settings = settings
    if (unfinished || !before || asksForOther(before, settings)) this.#load()
    else {
      this.#show(this.#state)
      if (ended) this.#watch(this.#begin())
    }
  }

  /** The element has left the document. What it shows is kept: it may come back. */
  pause() {
    this.#lifetime?.abort()
  }

  #begin() {
    this.#lifetime?.abort()
    this.#lifetime = new AbortController()
    return this.#lifetime.signal
  }

  readonly #load = async () => {
    const signal = this.#begin()
    const { name, lazy, rewards } = this.#settings
    this.#viewed = false
    this.#waitsToBeNear = lazy
    this.#show({ is: name ? 'loading' : 'empty' })
    if (!name) return
    if (lazy) await whenNear(this.#host, signal)
    const runtime = rewards ?? (await pageRuntime(signal))
    if (signal.aborted) return
    this.#waitsToBeNear = false
    this.#host.dispatchEvent(new Event('loadstart'))
    const [state, event] = await loadZone(runtime, this.#settings, signal).then(
      state => [state, 'load'] as const,
      error => [stateAfter(error), 'error'] as const,
    )
    if (signal.aborted) return
    this.#show(state)
    this.#host.dispatchEvent(new Event(event))
    this.#watch(signal)
  }

  #show(state: ZoneState) {
    this.#state = state
    renderZone(this.#root, {
      state,
      theme: parseObject<Theme>(this.#settings.theme) ?? {},
      retry: this.#load,
      act: action => this.#emit('rewards:action', action),
    })
  }

  /** Tells once that this content was seen. */
  async #watch(signal: AbortSignal) {
    const state = this.#state
    if (state.is !== 'ready' || this.#viewed) return
    await whenViewed(this.#host, signal)
    this.#viewed = true
    this.#emit('rewards:viewed')
    state.rewards.track(`${state.zone.name}_viewed`, { campaign_id: state.zone.campaign_id })
  }

  #emit(type: string, detail?: object) {
    const zone = this.#settings.name
    this.#host.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail: { zone, ...detail } }))
  }
}

const asksForOther = (a: ZoneSettings, b: ZoneSettings) =>
  a.name !== b.name || a.data !== b.data || a.widget !== b.widget || a.rewards !== b.rewards
