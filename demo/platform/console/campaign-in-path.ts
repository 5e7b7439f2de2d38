import { campaignHistory, campaignName, liveIn, type VersionInHistory } from '../campaign/campaign-history.js'
import { RestError } from '../http/rest-error.js'
import type { ConsoleContext } from './console-context.js'

/** A campaign of the client with its history, newest first. */
export interface CampaignInPath {
  campaign_id: string
  name: string
  versions: VersionInHistory[]
  live: VersionInHistory | undefined
  /** The path of its page. */
  path: string
}

/** The campaign in the path. Throws `not_found`, also for a campaign of another client. */
export async function campaignInPath(c: ConsoleContext): Promise<CampaignInPath> {
  const campaign_id = c.req.param('campaign_id')!
  const versions = await campaignHistory(c.env, campaign_id)
  if (!versions.length) throw new RestError('not_found', `${c.var.session.client_name} has no such campaign`)
  return {
    campaign_id,
    name: await campaignName(c.env, campaign_id),
    versions,
    live: liveIn(versions),
    path: campaignPath(campaign_id),
  }
}

export const campaignPath = (campaignId: string) => `/console/campaigns/${encodeURIComponent(campaignId)}`

/** The version in the path. Throws `not_found`. */
export function versionInPath(c: ConsoleContext, { versions }: CampaignInPath): VersionInHistory {
  const version = findVersion(versions, c.req.param('version'))
  if (version) return version
  throw new RestError('not_found', 'The campaign has no such version')
}

/** Finds a version by its number as text. */
export const findVersion = (versions: VersionInHistory[], number: string | undefined) =>
  versions.find(({ version }) => String(version) === number)
