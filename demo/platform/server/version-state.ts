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
