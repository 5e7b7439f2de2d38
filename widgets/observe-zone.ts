import type { Rewards } from '../src/api.js'
import { checkZone } from './check-zone.js'
import { followLanguage } from './follow-language.js'
import type { ZoneSettings } from './load-zone.js'
import type { Messages } from './messages/messages.js'
import { rememberHeight } from './remember-height.js'
import { whenViewed } from './when-viewed.js'
import { withReports } from './with-reports.js'
import type { ZoneState } from './zone-state.js'

export { whenNear } from './when-near.js'

/** What an element shows. */
interface ShownZone {
  host: ZoneSettings
  rewards: Rewards | undefined
  state: ZoneState
  locale: string
  /** The texts of the element, in the language of the page. */
  texts: Partial<Messages>
  /** The campaigns and widgets that were viewed, each as one text. */
  viewed: Set<string>
  /** Aborts when the element leaves the document or loads again. undefined for what was only drawn again. */
  signal: AbortSignal | undefined
  /** Called when the zone needs another language. */
  onLanguage(): void
  /** Called once when the content was viewed. */
  onView(detail: object): void
}

/**
 * Reports mistakes of the page. With `signal`, also follows what the zone shows: its language, its height, and whether it was viewed. Says once what
 * a zone does not show of its content. Loaded after the first drawing, which does not need it.
 */
export async function observeZone(zone: ShownZone): Promise<void> {
  const { host, rewards, state, locale, texts, viewed, signal, onLanguage, onView } = zone
  if (rewards) checkZone(rewards, host, state, texts)
  if (!signal || signal.aborted) return
  followLanguage(host, rewards, locale, signal, onLanguage)
  // The page's runtime may be of another version, without `storage`.
  if (rewards?.storage) rememberHeight(host, rewards.storage, signal)
  if (rewards && state.status === 'empty' && !state.error)
    withReports(({ reportNoContent }) => reportNoContent(rewards, host.name))
  if (rewards && state.status === 'slot' && isBare(host))
    withReports(({ reportNoWidget }) => reportNoWidget(rewards, host))
  if (state.status !== 'ready') return
  if (typeof state.zone.data === 'string')
    withReports(({ reportText }) => reportText(state.rewards, host, state.widget))
  const { campaign_id, name } = state.zone
  const content = campaign_id + state.widget
  // The same person may get the same content again, such as when they are verified.
  if (viewed.has(content)) return
  await whenViewed(host, signal)
  viewed.clear()
  viewed.add(content)
  onView({ campaign_id, widget: state.widget })
  state.rewards.track(`${name}_viewed`, { campaign_id })
}

/** Whether the page has put nothing into the element. White space is nothing. */
const isBare = (host: Element) => !host.firstElementChild && !host.textContent?.trim()
