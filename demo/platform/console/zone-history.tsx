/** @jsxImportSource hono/jsx */
import type { ZoneVersion } from '../campaign/campaign-version.js'
import { Badge } from './badge.js'
import { liveOf, zonePath } from './pages/zones.js'
import { Time } from './time.js'

interface ZoneHistoryProps {
  /** Newest first. */
  versions: ZoneVersion[]
  shown: ZoneVersion | undefined
}

/** The versions of a zone, with a link to each one. */
export const ZoneHistory = ({ versions, shown }: ZoneHistoryProps) => (
  <section aria-labelledby="history">
    <h2 id="history">History</h2>
    <ol class="history" reversed>
      {versions.map(version => (
        <li aria-current={version === shown ? 'true' : undefined}>
          <a href={`${zonePath(version.zone_name)}?version=${version.version}`}>Version {version.version}</a>{' '}
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
