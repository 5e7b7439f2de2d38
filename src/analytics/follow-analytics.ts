/** What a page passes to its analytics tool: names and parameters of Google Analytics 4, without personal data and tokens. */
export type AnalyticsEvent =
  /** A visitor has seen a zone, or has used its offer. */
  | {
      event: 'view_promotion' | 'select_promotion'
      /** The name of the zone. */
      promotion_name: string
      /** The campaign of the zone, if it is known. */
      promotion_id?: string | undefined
      /** The widget that the zone shows, if it is known. */
      creative_name?: string | undefined
      /** What the visitor did: `reveal` or `copy` the code, or `continue` to the shop. */
      creative_slot?: string | undefined
    }
  /** A person has shared their link. `method` is the channel, `item_id` the name of the zone. */
  | { event: 'share'; method: string; content_type: 'rewards_link'; item_id: string }
  /** The platform has recorded an event of the page, such as `purchase`. */
  | { event: 'rewards_conversion'; conversion: string }
  /** A `RewardsError`, by its code. */
  | { event: 'exception'; description: string; fatal: false }

/** Where the events go: the `dataLayer` of Google Tag Manager, or a function. */
export type Analytics = 'dataLayer' | ((event: AnalyticsEvent) => void)

/** The part of a runtime whose events are passed on. */
interface Runtime extends EventTarget {
  report(code: 'invalid_argument', message: string): unknown
}

/** What a zone shows, as far as it is known. */
interface Shown {
  campaign_id?: string | null
  data?: unknown
}

/** Events that are no conversion: the SDK tracks them itself. */
const OWN_EVENT = /^(share|identify)$|_(tap|viewed)$/

/** How long a tab remembers that it has passed on a conversion: every open tab hears of a receipt. */
const REMEMBERED_MS = 60_000

/** Passes views, shares, offers, conversions and errors of a runtime to `analytics`, until the runtime is destroyed. */
export function followAnalytics(rewards: Runtime, analytics: unknown): void {
  if (!globalThis.document) return
  if (analytics !== 'dataLayer' && typeof analytics !== 'function') {
    rewards.report('invalid_argument', 'options.analytics (data-analytics) must be "dataLayer" or a function')
    return
  }
  const controller = new AbortController()
  const { signal } = controller
  const zones = new Map<string, Shown>()
  const detailOf = (event: Event): Record<string, unknown> => Object((event as CustomEvent).detail)
  const pass = (event: AnalyticsEvent) => send(analytics as Analytics, event)

  const promotion = (zone: unknown) => {
    const name = String(zone)
    const { campaign_id, data } = zones.get(name) ?? {}
    const { widget } = Object(data)
    return {
      promotion_name: name,
      ...(campaign_id && { promotion_id: campaign_id }),
      ...(typeof widget === 'string' && { creative_name: widget }),
    }
  }

  function onAction(event: Event) {
    const { action, zone, channel, outcome } = detailOf(event)
    if (action === 'share' && (outcome === 'shared' || outcome === 'handed_off'))
      pass({ event: 'share', method: String(channel), content_type: 'rewards_link', item_id: String(zone) })
    if (outcome !== 'failed' && (action === 'reveal' || action === 'copy' || action === 'continue'))
      pass({ event: 'select_promotion', ...promotion(zone), creative_slot: action })
  }

  /** The page may have got the first zones before this code was loaded: the event knows what they show. */
  function onViewed(event: Event) {
    const { zone, campaign_id, widget } = detailOf(event)
    const name = String(zone)
    if (!zones.has(name)) zones.set(name, { campaign_id: campaign_id as string | null, data: { widget } })
    pass({ event: 'view_promotion', ...promotion(name) })
  }

  document.addEventListener('rewards:viewed', onViewed, { signal })
  document.addEventListener('rewards:action', onAction, { signal })
  rewards.addEventListener('zone', event => zones.set(String(detailOf(event).name), detailOf(event)), { signal })
  rewards.addEventListener(
    'receipt',
    event => {
      const { name, event_id } = detailOf(event)
      if (typeof name === 'string' && !OWN_EVENT.test(name))
        inOneTab(`rewards:analytics:${event_id}`, () => pass({ event: 'rewards_conversion', conversion: name }))
    },
    { signal },
  )
  rewards.addEventListener(
    'error',
    event => {
      // The property of the event's class: an error whose event a listener reads is not in the console. The page may have a `CustomEvent` of its own.
      const { code } = Reflect.get(Object.getPrototypeOf(event), 'detail', event)
      pass({ event: 'exception', description: `rewards ${code}`, fatal: false })
    },
    { signal },
  )
  rewards.addEventListener('destroy', () => controller.abort(), { signal })
}

/** A tool of the page may throw: the page must go on. */
function send(analytics: Analytics, event: AnalyticsEvent) {
  try {
    if (typeof analytics === 'function') return analytics(event)
    const page = globalThis as { dataLayer?: unknown }
    if (!Array.isArray(page.dataLayer)) page.dataLayer = []
    ;(page.dataLayer as unknown[]).push(event)
  } catch (cause) {
    console.error(cause)
  }
}

/** Runs `work` in the first tab that asks. */
function inOneTab(name: string, work: () => void) {
  if (!navigator.locks) return work()
  navigator.locks
    .request(name, { ifAvailable: true }, lock => {
      if (!lock) return undefined
      work()
      return new Promise(resolve => setTimeout(resolve, REMEMBERED_MS))
    })
    .catch(() => {})
}
