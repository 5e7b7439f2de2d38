/** @jsxImportSource hono/jsx */
import type { ZoneVersion } from '../campaign/campaign-version.js'
import { Badge } from './badge.js'
import { Csrf } from './layout.js'
import { liveOf } from './pages/zones.js'
import type { Session } from './session.js'
import { Time } from './time.js'
import { zonePath } from './zone-campaign.js'
import type { ZoneOnPage } from './zone-on-page.js'

interface ZoneHistoryProps {
  session: Session
  zone: ZoneOnPage
}

/** The versions of a zone, with a link to each one. Those that were live can be restored. */
export const ZoneHistory = ({ session, zone: { name, versions, shown, campaign } }: ZoneHistoryProps) => (
  <section aria-labelledby="history">
    <h2 id="history">History</h2>
    {versions.some(version => wasLive(version, versions)) && (
      <p class="hint">
        A version that you restore is published again, as a new version of this zone. Other zones and the program stay.
      </p>
    )}
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
          {wasLive(version, versions) && (
            <form method="post" action={zonePath(name, { campaign })}>
              <Csrf session={session} />
              <input type="hidden" name="source" value={version.source} />
              <input type="hidden" name="message" value={`Restore version ${version.version}`} />
              <input type="hidden" name="parent" value={version.version} />
              <input type="hidden" name="newest" value={versions[0]?.version ?? ''} />
              <button
                class="small"
                name="action"
                value="publish"
                aria-label={`Restore this version: ${version.version}`}
              >
                Restore this version
              </button>
            </form>
          )}
        </li>
      ))}
    </ol>
  </section>
)

const wasLive = (version: ZoneVersion, versions: ZoneVersion[]) =>
  version.published_date !== null && version !== liveOf(versions)
