import type { Consumer, Data, Rewards, WidgetName, Zone } from '../src/api.js'
import { isRewardsError, type RewardsError } from '../src/error/error.js'
import { takeEarlyZone } from '../src/kernel/early-zone.js'
import { findLocale, nearestLang } from './find-locale.js'
import { findView, isWidget, rejectWidget } from './find-view.js'
import { isAnotherPerson } from './is-another-person.js'
import { findMessages } from './messages/find-messages.js'
import type { Translation } from './messages/messages.js'
import { readObject, readText } from './readers.js'
import type { ZoneHost } from './view.js'
import type { ZoneState } from './zone-state.js'

/** The element with all its settings. */
export interface ZoneSettings extends ZoneHost {
  /** Sent for targeting. null if the page has set something other than an object. */
  readonly data: Data | null
  /** The widget that the page asks for, whatever the content says. '' leaves the choice to the content. */
  readonly widget: string
  readonly loading: 'eager' | 'lazy'
  /** Used instead of the page's runtime. */
  rewards: Rewards | undefined
}

export interface LoadedZone {
  state: ZoneState
  locale: Intl.Locale
  translation: Translation
  /** Whom the content is for. */
  consumer: Consumer
  /** Somebody else is on the page now. */
  isOutdated: boolean
}

/**
 * Loads all that a zone needs: its content, the code of its widget, and the texts in its language. An error becomes a state. Resolves in a task
 * of its own: when the code of a widget arrives, all zones that wait for it would be rendered in one task, which would block a slow device.
 */
export async function loadZone(rewards: Rewards, host: ZoneSettings, signal: AbortSignal): Promise<LoadedZone> {
  const locale = findLocale(host, rewards)
  const early = takeEarlyZone(host, rewards, signal)
  const consumerBefore = (early ?? rewards).consumer
  const [state, translation] = await Promise.all([
    fetchState(rewards, host, signal, early?.zone).catch(cause => stateAfter(toError(rewards, host.name, cause))),
    findMessages(locale),
  ])
  // The data of a zone may identify the consumer. Otherwise, the content is for the consumer at the time of the call.
  const isIdentifying = host.data?.email || host.data?.partner_user_id
  const consumer = isIdentifying ? rewards.consumer : consumerBefore
  await new Promise(resolve => setTimeout(resolve))
  // When another person logs in, the pending calls for the person before fail.
  const isOutdated = isAnotherPerson(state.error ? consumerBefore : consumer, rewards.consumer)
  return { state, locale, translation, consumer, isOutdated }
}

/**
 * Fetches the content of a zone and the code of its widget. `early` is a request for the content that was already sent. Throws what
 * `rewards.zone()` throws, `invalid_argument`, `unsupported_content`, or a `TypeError` if the code cannot be fetched.
 */
async function fetchState(
  rewards: Rewards,
  host: ZoneSettings,
  signal: AbortSignal,
  early: Promise<Zone> | undefined,
): Promise<ZoneState> {
  const { name } = host
  let { data } = host
  if (data?.content === 'opengraph') data = { ...data, content: (await import('./read-open-graph.js')).readOpenGraph() }
  const lang = nearestLang(host)
  // The content must be in the language of the texts.
  if (lang && !rewards.data?.locale) data = data && { locale: lang, ...data }
  if (!data) throw (await import('./reports.js')).reportWrongData(rewards, host)
  const isUnknown = host.widget && !isWidget(host.widget)
  const unsupported = isUnknown ? rejectWidget(rewards, `Zone "${name}": `, host.widget) : undefined
  // HTML is shown all the same.
  unsupported?.catch(() => {})
  // If the page names the widget, its code is fetched at the same time as the content.
  if (host.widget && !isUnknown) findView(host.widget, rewards).catch(() => {})
  const zone = await (early ?? rewards.zone(name, data, { signal, widget: host.widget as WidgetName }))
  if (!zone.data && !zone.html) return { status: 'empty' }
  const content = readObject(zone.data)
  const widget = zone.html ? 'html' : host.widget || readText(content.widget)
  if (!widget) return { status: 'slot' }
  if (widget === host.widget) await unsupported
  return { status: 'ready', rewards, zone, data, widget, content, view: await findView(widget, rewards, content) }
}

/** Any other error than the runtime's is one of fetching code. It is reported here. */
const toError = (rewards: Rewards, name: string, cause: unknown): RewardsError =>
  isRewardsError(cause)
    ? cause
    : rewards.report('network_error', `Zone ${name}: its widget could not be loaded`, {
        retryable: true,
        cause,
      })

/** A retry is offered only if it can help. */
const stateAfter = (error: RewardsError): ZoneState => ({ status: error.retryable ? 'failed' : 'empty', error })
