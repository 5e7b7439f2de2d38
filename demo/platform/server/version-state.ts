import { html } from 'hono/html'
import type { CampaignVersion } from '../campaign/campaign-version.js'

/** The state of a version: live, published earlier, or never published. */
export type VersionState = 'live' | 'earlier' | 'draft'

export const words: Record<VersionState, string> = { live: 'Live', earlier: 'Published earlier', draft: 'Draft' }

export function stateOf(
  version: Pick<CampaignVersion, 'version' | 'published_date'>,
  live: Pick<CampaignVersion, 'version'> | undefined,
): VersionState {
  if (version.version === live?.version) return 'live'
  return version.published_date ? 'earlier' : 'draft'
}

export const badge = (state: VersionState) => html`<span class="badge ${state}">${words[state]}</span>`

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

export const time = (date: Date) => html`<time datetime="${date.toISOString()}">${format.format(date)} UTC</time>`
