import type { Rewards } from '../src/index.js'
import { pageRuntime } from './runtime.js'
import { whenNear } from './when-near.js'
import type { RewardsZoneElement } from './zone-element.js'
import { loadZone, stateAfter, type ZoneState } from './zone-state.js'
import { renderZone } from './zone-view.js'

/**
 * What becomes of a zone element while it is in a document. Answers with the function to call when anything about the
 * element has changed: the changes of one task are one change, and a removal followed by an insertion is a move.
 */
export function zoneLife(host: RewardsZoneElement): () => void {
  const root = host.attachShadow({ mode: 'open' })
  let scheduled = false
  let shown: ZoneState = { is: 'empty' }
  /** What was asked for, as JSON: the same values set again, as frameworks do at each rendering, ask for nothing new. */
  let request = ''
  let runtime: Rewards | undefined
  /** Ends when the element leaves the document, loads anew, or has nothing left to wait for. */
  let life = new AbortController()
  let waitsToBeNear = false
  let viewed = false

  function settle() {
    scheduled = false
    // What it shows is kept: it may come back.
    if (!host.isConnected) return life.abort()
    const ended = life.signal.aborted
    const wanted = JSON.stringify([host.name, host.data, host.widget])
    const unfinished = shown.is === 'loading' && (ended || (waitsToBeNear && host.loading !== 'lazy'))
    if (unfinished || wanted !== request || host.rewards !== runtime) {
      request = wanted
      runtime = host.rewards
      load()
    } else {
      show(shown)
      if (ended) watch(begin())
    }
  }

  function begin() {
    life.abort()
    life = new AbortController()
    return life.signal
  }

  async function load() {
    const signal = begin()
    viewed = false
    waitsToBeNear = host.loading === 'lazy'
    show({ is: host.name ? 'loading' : 'empty' })
    if (!host.name) return
    if (waitsToBeNear) await whenNear(host)
    const rewards = runtime ?? (await pageRuntime(signal))
    if (signal.aborted) return
    waitsToBeNear = false
    host.dispatchEvent(new Event('loadstart'))
    try {
      const state = await loadZone(rewards, host, signal)
      if (signal.aborted) return
      show(state)
      host.dispatchEvent(new Event('load'))
      watch(signal)
    } catch (error) {
      if (signal.aborted) return
      show(stateAfter(error))
      host.dispatchEvent(new Event('error'))
    }
  }

  function show(state: ZoneState) {
    shown = state
    renderZone(root, { state, theme: host.theme ?? {}, retry: load, act: action => tell('rewards:action', action) })
  }

  /** Tells once that this content was seen. */
  async function watch(signal: AbortSignal) {
    if (shown.is !== 'ready' || viewed) return
    const { rewards, zone } = shown
    // Nothing a person waits for, and so not among the first bytes.
    const watching = await import('./when-viewed.js').catch(() => undefined)
    if (!watching || signal.aborted) return
    await watching.whenViewed(host, signal)
    viewed = true
    life.abort()
    tell('rewards:viewed')
    rewards.track(`${zone.name}_viewed`, { campaign_id: zone.campaign_id })
  }

  const tell = (type: string, detail?: object) =>
    host.dispatchEvent(new CustomEvent(type, { bubbles: true, composed: true, detail: { zone: host.name, ...detail } }))

  return () => {
    if (!scheduled) queueMicrotask(settle)
    scheduled = true
  }
}
