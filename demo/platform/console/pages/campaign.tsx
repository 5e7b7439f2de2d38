/** @jsxImportSource hono/jsx */
import { Badge } from '../badge.js'
import { type CampaignInPath, campaignInPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Time } from '../time.js'
import { CompareForm } from './compare.js'
import { changesOf } from './version.js'

/** More versions make no readable page. */
const MAX_VERSIONS = 50

/** `GET /console/campaigns/{campaign_id}?before=`: the versions of a campaign, newest first. */
export async function showCampaign(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const { campaign_id, name, path, versions } = campaign
  const before = Number(c.req.query('before')) || Number.POSITIVE_INFINITY
  const older = versions.filter(({ version }) => version < before)
  const shown = older.slice(0, MAX_VERSIONS)
  return showPage(c, {
    title: name,
    lead: (
      <>
        Campaign <code>{campaign_id}</code>. The newest published version is live. What it does not change stays as
        earlier versions have published it.
      </>
    ),
    styles: ['tables.css', 'campaigns.css'],
    children: (
      <>
        <p class="actions">
          <a class="button main" href={`${path}/program`}>
            Edit the program
          </a>
          <a class="button" href={`${path}/card`}>
            Edit the card of links
          </a>
          <a href={`/console/zones?campaign=${encodeURIComponent(campaign_id)}`}>Edit the zones</a>
        </p>
        <h2>Versions</h2>
        {versions.length > 1 && <CompareForm campaign={campaign} />}
        <VersionTable campaign={{ ...campaign, versions: shown }} />
        {older.length > shown.length && <a href={`${path}?before=${shown.at(-1)!.version}`}>Older versions</a>}
      </>
    ),
  })
}

const VersionTable = ({ campaign: { path, versions, live } }: { campaign: CampaignInPath }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Version</th>
        <th scope="col">State</th>
        <th scope="col">Changes</th>
        <th scope="col">Description</th>
        <th scope="col">Created</th>
      </tr>
    </thead>
    <tbody>
      {versions.map(version => (
        <tr>
          <th scope="row">
            <a href={`${path}/versions/${version.version}`}>Version {version.version}</a>
          </th>
          <td data-label="State">
            <Badge version={version} live={live} />
          </td>
          <td data-label="Changes">{changesOf(version)}</td>
          <td data-label="Description">{version.message || 'None'}</td>
          <td data-label="Created">
            <Time date={version.created_date} otherwise="" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
