import { observeChanges } from '../base/environment.js'
import { isFromMarkup } from '../base/from-markup.js'
import { safeDocument } from '../base/safe-document.js'
import type * as diagnostics from '../diagnostics/index.script.js'
import { asRewardsError, isRewardsError } from '../error/error.js'
import type { Fault } from '../page/calls.js'
import { ZONES_AT_ONCE } from '../page/zone.js'
import { readOptions, type Settings } from '../settings/options.js'
import { ownScript } from '../settings/own-script.js'
import { RUNTIME } from '../settings/runtime-key.js'
import { readScriptTag } from '../settings/script-options.js'
import { connect } from './connect.js'
import { requestZoneEarly } from './early-zone.js'
import type { Load } from './modules.js'
import type { QueuedCall } from './queue.js'
import type { Rewards } from './rewards.js'

type Page = { rewards?: unknown; [RUNTIME]?: Rewards }

const page = globalThis as Page

/** Stands for a domain that cannot be read. Nothing is sent there, because every call rejects. */
const NO_DOMAIN = 'https://none.invalid'

/**
 * Starts the runtime with the attributes of the script tag as options, and runs the calls that the page has queued. `fetch` makes the requests in place
 * of the page's own.
 */
export function startScript(load: Load<typeof diagnostics>, fetch?: Settings['fetch']): void {
  const { options, others } = readScriptTag(ownScript)
  let settings: Settings
  let fault: Fault | undefined
  try {
    settings = readOptions({ ...options, fetch })
  } catch (cause) {
    const error = asRewardsError(cause)
    fault = () => error
    settings = readOptions({ domain: NO_DOMAIN, debug: options.debug })
  }
  // If the script is on the page twice, or beside the npm package, they share one runtime.
  const shared = page[RUNTIME]
  const rewards = shared ?? connect(settings, load, fault)
  const queue = page.rewards
  const push = (...calls: QueuedCall[]) => {
    for (const call of calls) run(rewards, call, load)
  }
  // It may also be an element with that id, or a variable of the page: only an array is a queue.
  page.rewards = Object.assign(rewards, { push })
  if (Array.isArray(queue)) push(...queue)
  else if (queue && !isFromMarkup(queue)) explain(load, ({ reportReplaced }) => reportReplaced(rewards, queue))
  // Any call dispatches the fault as an `error` event. By now, the page's queue may have added a listener.
  if (fault) rewards.flush()
  loadWidgets(rewards, load)
  if (shared || options.debug || others.length) explain(load, ({ checkTag }) => checkTag(rewards, ownScript, shared))
}

/** Explains a mistake of the page. Without the code for it, the page works all the same. */
const explain = (load: Load<typeof diagnostics>, report: (loaded: typeof diagnostics) => void) =>
  load('diagnostics').then(report, () => {})

/** Runs a queued call. An error is reported or logged: it must not stop the other calls, or the page. */
function run(rewards: Rewards, call: QueuedCall, load: Load<typeof diagnostics>) {
  try {
    if (typeof call === 'function') return void Promise.resolve(call(rewards)).catch(console.error)
    const [name, ...args] = Array.isArray(call) ? call : [call]
    const method: unknown = rewards[name]
    if (typeof method === 'function') method.apply(rewards, args)
    else explain(load, ({ reportUnknownCall }) => reportUnknownCall(rewards, name))
  } catch (error) {
    if (isRewardsError(error)) rewards.report(error.code, error.message)
    else console.error(error)
  }
}

const elementsNamed = (name: string) => safeDocument().getElementsByTagName(name)

/**
 * Loads the widgets as soon as the page has a zone, now or later. Meanwhile, requests the content of the zones: both arrive after one round
 * trip.
 */
function loadWidgets(rewards: Rewards, load: Load<typeof diagnostics>) {
  const zones = elementsNamed('rewards-zone')
  const misspelt = 'reward-zone'
  const mistakes = elementsNamed(misspelt)
  const observer = observeChanges(followZones)
  let isLoading = false
  observer?.observe(document, { childList: true, subtree: true })
  rewards.addEventListener('destroy', () => observer?.disconnect())
  followZones()

  function followZones() {
    if (mistakes.length) explain(load, ({ reportElement }) => reportElement(rewards, misspelt))
    if (!zones.length) return
    // A defined element requests its own zone: the page may have it from the npm package.
    if (customElements.get('rewards-zone')) return observer?.disconnect()
    // The requests of further zones would only wait for these. In tasks of their own: all in one task would block a slow device.
    for (const zone of [...zones].slice(0, ZONES_AT_ONCE)) setTimeout(requestEarly, 0, zone)
    if (isLoading) return
    isLoading = true
    load('widgets')
      .catch(({ code, message }) => rewards.report(code, message))
      .finally(() => observer?.disconnect())
  }

  function requestEarly(zone: Element) {
    // Meanwhile the page may have removed the element, or the code of the element has arrived.
    if (zone.isConnected && !customElements.get('rewards-zone')) requestZoneEarly(zone, rewards)
  }
}
