import { connect } from './connect.js'
import { requestZoneEarly } from './early-zone.js'
import { asRewardsError, invalid, type RewardsError } from './http/error.js'
import type { Loaders } from './loaders.js'
import { type Carrier, type Consent, readOptions, type Settings } from './options.js'
import { ownScript } from './own-script.js'
import type { Rewards } from './rewards.js'
import { RUNTIME } from './runtime-key.js'
import { safeDocument } from './safe-document.js'

/** What a page may put into the queue: a call by its name, or a function that gets the runtime. */
export type Queued = [call: string, ...args: unknown[]] | ((rewards: Rewards) => unknown)

type Page = { rewards?: unknown; [RUNTIME]?: Rewards }

const page = window as unknown as Page

/** In the place of an address that cannot be read. Nothing is sent there: every call fails. */
const NOWHERE = 'https://program-domain.invalid'

/** Starts the runtime as the script tag's attributes say, and runs the calls that the page has queued. */
export function startScript(loaders: Loaders): void {
  const { domain, consent, carrier, vendor, locale } = ownScript?.dataset ?? {}
  let settings: Settings
  let fault: RewardsError | undefined
  try {
    const data = locale ? { locale } : {}
    settings = readOptions({
      domain: domain ?? ownFolder(),
      consent: consent as Consent,
      carrier: carrier as Carrier,
      vendor,
      data,
    })
  } catch (error) {
    fault = asRewardsError(error)
    settings = readOptions({ domain: NOWHERE })
  }
  // The script twice on a page, or beside the package, is one runtime; the queue is for whichever there is.
  const rewards = page[RUNTIME] ?? connect(settings, loaders, fault)
  const waiting = page.rewards
  const push = (...calls: Queued[]) => {
    for (const call of calls) run(rewards, call)
  }
  // An element with id="rewards" answers to this name too: only an array is a queue.
  page.rewards = Object.assign(rewards, { push })
  if (Array.isArray(waiting)) push(...waiting)
  if (fault) rewards.flush() // told once, to whoever listens by now
  loadWidgets(rewards, loaders)
}

/** The script's folder: a reverse proxy of the program domain serves both from the same path. */
function ownFolder() {
  const src = ownScript?.src ?? ''
  // Neither code that stands in the page nor the address of a blob has a folder.
  return /^(https?|file):/.test(src) ? new URL('.', src).href : location.origin
}

/** One call that fails stops no other and never reaches the page. */
function run(rewards: Rewards, call: Queued) {
  try {
    if (typeof call === 'function') return void Promise.resolve(call(rewards)).catch(console.error)
    const [name, ...args] = call
    const method = rewards[name as keyof Rewards] as unknown
    if (typeof method !== 'function') throw invalid(`The queue got an unknown call "${name}"; use the name of a method`)
    method.apply(rewards, args)
  } catch (error) {
    console.error(error)
  }
}

/**
 * Fetches the widgets as soon as there is a zone to draw, now or later, and requests the content of zones meanwhile: both arrive in one
 * round trip.
 */
function loadWidgets(rewards: Rewards, loaders: Loaders) {
  const zones = safeDocument().getElementsByTagName('rewards-zone')
  const observer = new MutationObserver(followZones)
  let isLoading = false
  observer.observe(document, { childList: true, subtree: true })
  followZones()

  function followZones() {
    if (!zones.length) return
    // A defined element requests its own zone: the page may have it from the npm package.
    if (customElements.get('rewards-zone')) return observer.disconnect()
    for (const zone of zones) requestZoneEarly(zone, rewards)
    if (isLoading) return
    isLoading = true
    loaders
      .loadWidgets()
      .catch(({ code, message }) => rewards.report(code, message))
      .finally(() => observer.disconnect())
  }
}
