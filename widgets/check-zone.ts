import type { Rewards } from '../src/api.js'
import type { Messages } from './messages/messages.js'
import { type LoadingHost, oddAttributes } from './odd-attributes.js'
import { isUnclosed, pageChildren } from './page-children.js'
import { readTheme } from './theme/theme.js'
import type { ZoneHost } from './view.js'
import { withReports } from './with-reports.js'
import type { ZoneState } from './zone-state.js'

/**
 * Reports what the page has written wrongly: the markup of a zone, and the settings of one that shows its content. `texts` are those of the
 * element, in the language of the page.
 */
export function checkZone(rewards: Rewards, host: LoadingHost, state: ZoneState, texts: Partial<Messages>): void {
  const isDoubtful = mayBeUnclosed(host, state)
  if (isDoubtful || isUnclosed(host) || oddAttributes(host).length)
    withReports(({ reportMarkup }) => reportMarkup(rewards, host, isDoubtful))
  if (state.status !== 'ready') return
  // A zone with content draws nothing only if it is in the document of a frame.
  if (!host.shadowRoot!.firstChild) withReports(({ reportFrame }) => reportFrame(rewards, host))
  if (mayIgnoreSetting(host, { ...texts, ...state.view.en }))
    withReports(({ reportIgnoredSettings }) => reportIgnoredSettings(rewards, host))
}

/**
 * Whether the element may contain the rest of a part of the page, because it has no end tag: it is then the last node of its parent, and ends with a
 * line break. A `cta` and an empty zone may contain the page's own button, or one for each width of the window.
 */
function mayBeUnclosed(host: Element, state: ZoneState) {
  const { status } = state
  if (status === 'loading' || status === 'slot' || host.nextSibling) return false
  if (!/\n/.test((host.lastChild as Partial<Text>)?.data ?? '')) return false
  const children = pageChildren(host).filter(child => !child.matches('script, style, template, noscript'))
  return status === 'ready' && state.widget !== 'cta'
    ? children.length > 0
    : children.length > 1 && !children.every(child => child.matches('a, button'))
}

/** Whether the page sets what this zone does not use. A text may be another widget's: the code that reports it knows all keys. */
const mayIgnoreSetting = (host: ZoneHost, texts: object) =>
  !host.theme ||
  !host.messages ||
  Object.keys(host.theme).length > Object.keys(readTheme(host.theme)).length ||
  !areTexts(host.messages, texts)

/** Whether a page sets only texts of these keys, for all languages or for some. */
const areTexts = (given: object, texts: object): boolean =>
  Object.entries(given).every(([key, value]) =>
    typeof value === 'string' ? key in texts : Object(value) === value && areTexts(value, texts),
  )
