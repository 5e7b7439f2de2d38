import type { Data, Rewards } from '../src/api.js'
import { followLanguage } from './follow-language.js'
import { rememberHeight } from './remember-height.js'
import type { ZoneHost } from './view.js'
import { withReports } from './with-reports.js'
import type { ZoneState } from './zone-state.js'

export { checkZone } from './check-zone.js'
export { whenViewed } from './when-viewed.js'

/**
 * What follows a zone that shows its content, until `signal` aborts: its language and its height. Says once what a zone does not show of its content.
 * Loaded after the first drawing, which does not need it. `onLanguage` is called when the zone needs another language than `locale`.
 */
export function observeZone(
  host: ZoneHost & { readonly data: Data | null },
  rewards: Rewards | undefined,
  state: ZoneState,
  locale: string,
  signal: AbortSignal,
  onLanguage: () => void,
): void {
  followLanguage(host, rewards, locale, signal, onLanguage)
  // The page's runtime may be of another version, without `storage`.
  if (rewards?.storage) rememberHeight(host, rewards.storage, signal)
  if (!rewards) return
  if (state.status === 'slot' && isBare(host)) withReports(({ reportNoWidget }) => reportNoWidget(rewards, host))
  if (state.status === 'ready' && typeof state.zone.data === 'string')
    withReports(({ reportText }) => reportText(rewards, host, state.widget))
}

/** Whether the page has put nothing into the element. White space is nothing. */
const isBare = (host: Element) => !host.firstElementChild && !host.textContent?.trim()
