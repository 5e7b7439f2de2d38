import { type OpenedZone, readOpenedZone } from '../cta/opened-zone.js'
import { MAX_ITEMS, readImage, readObject, readText } from '../readers.js'
import { isOver, readReward } from '../rewards/rewards-content.js'

/** A zone that the panel shows. */
export interface PanelItem {
  title: string
  /** What the home list says about it. '' if it says nothing. */
  text: string
  /** Its name in links: `#rewards=<tab>`. */
  tab: string
  opens: OpenedZone
}

export interface PanelContent {
  /** The text of the launcher. '' if the content has none. */
  text: string
  image_url: string | undefined
  /** The corner of the launcher. `none`: links of the page open the panel. */
  corner: 'start' | 'end' | 'none'
  headline: string
  layout: 'tabs' | 'home'
  items: PanelItem[]
  /** When each reward was earned that is neither used nor lost, in milliseconds. */
  earned: number[]
}

/** A reward is not earned in the future, but the clock of a device may be slow. */
const TOLERANCE_MS = 3_600_000

/** Reads the content of the `panel` widget. An item without a title or a zone is left out, and so is one whose tab another item has. */
export function readPanel(content: unknown): PanelContent {
  const panel = readObject(content)
  const corner = readText(panel.corner)
  const tabs = new Set<string>()
  return {
    text: readText(panel.text),
    image_url: readImage(panel.image_url),
    corner: corner === 'start' || corner === 'none' ? corner : 'end',
    headline: readText(panel.headline),
    layout: readText(panel.layout) === 'home' ? 'home' : 'tabs',
    items: listIn(panel.items)
      .flatMap(readItem)
      .filter(({ tab }) => !tabs.has(tab) && tabs.add(tab))
      .slice(0, MAX_ITEMS),
    earned: listIn(panel.rewards).flatMap(earnedAt),
  }
}

/** The number of rewards that were earned after `seen`, in milliseconds. */
export const countNewRewards = ({ earned }: Pick<PanelContent, 'earned'>, seen: number): number =>
  earned.filter(time => time > seen).length

/** The tab that the hash of an address asks for: that of `#rewards=<tab>`, also beside the page's own. Null if it asks for none. */
export const tabInHash = (hash: string): string | null =>
  new URLSearchParams(/[#&](rewards=[^&]*)/.exec(hash)?.[1]).get('rewards')

const listIn = (value: unknown) => (Array.isArray(value) ? value.map(readObject) : [])

function readItem({ title, text, tab, opens }: Record<string, unknown>): PanelItem[] {
  const [opened, label] = [readOpenedZone(opens), readText(title)]
  return opened && label
    ? [{ title: label, text: readText(text), tab: readText(tab) || opened.zone, opens: opened }]
    : []
}

/** A reward that failed is delayed: it is not news. */
function earnedAt(value: unknown): number[] {
  const reward = readReward(value)
  const time = Number(reward.earned)
  return time < Date.now() + TOLERANCE_MS && !isOver(reward) && reward.state !== 'FAILED' ? [time] : []
}
