/// <reference types="vite/client" />
import styles from './demo.css?inline'
import * as fixtures from './fixtures.js'
import { createPlatform } from './test-platform.js'
import type { ZoneContent } from './zone-source.js'

// Demo mode (docs/quick-start.md): this platform answers a page that has no program yet. Loaded only for a page that asks for it with `demo`.

/**
 * The content of each widget, by the name of the widget. `reward-status` stands before `rewards`: the first name that a zone's name contains counts. HTML
 * has no demo, because its frame would send a request.
 */
const CONTENTS: Record<string, ZoneContent> = {
  'reward-status': fixtures.rewardStatus,
  cta: fixtures.cta,
  hero: fixtures.hero,
  offer: fixtures.offer,
  stack: fixtures.stack,
  panel: fixtures.panel,
  profile: fixtures.profile,
  journey: fixtures.journey,
  // Those of the journey: no further texts for a page to load.
  tiers: { widget: 'tiers', goals: fixtures.journey.goals },
  leaderboard: fixtures.leaderboard,
  verify: fixtures.verify,
  rewards: fixtures.rewards,
  referrals: fixtures.referrals,
  stats: fixtures.stats,
  form: fixtures.form,
  share: fixtures.share,
}

/** The widgets that have a demo. */
export const demoNames: string[] = Object.keys(CONTENTS)

const PAGE = 'https://github.com/rewards-web-sdk/rewards-web-sdk/blob/main/docs/quick-start.md'

/** What the module needs of a `<rewards-zone>`. */
type DemoZone = Element & { rewards?: { domain: string } }

let platform: ReturnType<typeof createPlatform> | undefined
let sheet: CSSStyleSheet | undefined

/** Answers a request of a runtime in demo mode. For the option `fetch`. */
export function fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const demo = demoPlatform(new URL(String(input)).origin)
  const name = zoneIn(init.body)
  if (name) demo.setZone(name, contentFor(name))
  return demo.fetch(input, init)
}

/** Proves the consumer of the demo. For the option `jwt`. */
export const jwt = (): string => platform!.jwt()

function demoPlatform(domain: string): ReturnType<typeof createPlatform> {
  if (!platform) {
    platform = createPlatform({ domain, consumer: fixtures.consumer })
    console.info(`[rewards] Demo mode: the content is made up, and nothing is sent or stored. See ${PAGE}`)
    // `load` marks a widget at once. In a shadow root of the page, only `rewards:viewed` can be heard here: it comes when the visitor sees the widget.
    for (const type of ['load', 'rewards:viewed']) document.addEventListener(type, markLoaded, true)
  }
  return platform
}

/** The name of the zone that a request asks for. A request for an event has one, too: nothing shows that zone. */
function zoneIn(body: RequestInit['body']): string | undefined {
  try {
    return JSON.parse(String(body)).event_name
  } catch {
    return undefined
  }
}

/** A page may have its own names for zones: `share_experience` shows the widget `share`. */
function contentFor(name: string): ZoneContent {
  const words = name.replaceAll('_', '-')
  return CONTENTS[demoNames.find(widget => words.includes(widget)) ?? 'share']!
}

function markLoaded(event: Event) {
  const zone = event.composedPath()[0]
  if (!(zone instanceof Element) || zone.localName !== 'rewards-zone') return
  const page = globalThis as { [key: symbol]: DemoZone['rewards'] }
  const runtime = (zone as DemoZone).rewards ?? page[Symbol.for('rewards')]
  if (runtime?.domain === platform?.domain) mark(zone)
}

/** Writes “Demo” into the corner of a widget. A constructed style sheet works under every Content Security Policy. */
function mark(zone: Element) {
  zone.toggleAttribute('demo', true)
  const root = zone.getRootNode() as Document | ShadowRoot
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync?.(styles)
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
}
