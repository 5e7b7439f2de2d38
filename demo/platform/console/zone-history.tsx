/** @jsxImportSource hono/jsx */
import type { ZoneVersion } from '../campaign/campaign-version.js'
import { Badge } from './badge.js'
import { liveOf } from './pages/zones.js'
import { Time } from './time.js'
import { zonePath } from './zone-campaign.js'

interface ZoneHistoryProps {
  /** Newest first. */
  versions: ZoneVersion[]
  shown: ZoneVersion | undefined
  /** The campaign in the query of links. */
  campaign: string | undefined
}

/** The versions of a zone, with a link to each one. */
export const ZoneHistory = ({ versions, shown, campaign }: ZoneHistoryProps) => (
  <section aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol class="history" reversed>
      {versions.map(version => (
        <li aria-current={version === shown ? 'true' : undefined}>
          <a href={zonePath(version.zone_name, { campaign, version: String(version.version) })}>
            Version {version.version}
          </a>{' '}
          <Badge version={version} live={liveOf(versions)} />
          <span class="message">{version.message}</span>
          <span class="when">
            <Time date={version.created_date} otherwise="" />, by {version.editor_id}
            {version.parent_version && `, based on version ${version.parent_version}`}
          </span>
        </li>
      ))}
    </ol>
  </section>
)
