/** @jsxImportSource hono/jsx */
import { campaignContent } from '../../campaign/campaign-content.js'
import type { VersionInHistory } from '../../campaign/campaign-history.js'
import { compareParts } from '../../campaign/compare-parts.js'
import { stateOf } from '../../server/version-state.js'
import { Badge } from '../badge.js'
import { type CampaignInPath, campaignInPath, versionInPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { Differences } from '../differences.js'
import { showPage } from '../layout.js'
import { Success } from '../message.js'
import { Time } from '../time.js'
import { replayPath } from './replay.js'

/** `GET /console/campaigns/{campaign_id}/versions/{version}`: a version, what it changes, and what can be done with it. */
export async function showVersion(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const version = versionInPath(c, campaign)
  const { campaign_id } = campaign
  const before = await campaignContent(c.env, campaign_id, { publishedUntil: version.version - 1 })
  const after = await campaignContent(c.env, campaign_id, {
    publishedUntil: version.version - 1,
    including: version.version,
  })
  return showPage(c, {
    title: `Version ${version.version}`,
    lead: (
      <>
        <a href={campaign.path}>{campaign.name}</a>: {version.message || 'no description'}
      </>
    ),
    styles: ['campaigns.css'],
    children: (
      <>
        {c.req.query('done') && <Saved version={version} live={campaign.live} />}
        <About version={version} live={campaign.live} />
        <Actions version={version} campaign={campaign} />
        <h2>What this version changes</h2>
        <Differences parts={compareParts(before, after)} />
      </>
    ),
  })
}

/** The maximum number of zones whose names are listed. */
const MAX_NAMES = 3

/** The parts that a version changes: `Program, Zone news`. */
export function changesOf({ changes_program, zones }: VersionInHistory): string {
  const parts = changes_program ? ['Program'] : []
  if (zones.length > MAX_NAMES) parts.push(`${zones.length} zones`)
  else parts.push(...zones.map(name => `Zone ${name}`))
  return parts.join(', ')
}

interface VersionProps {
  version: VersionInHistory
  live: VersionInHistory | undefined
}

/** Tells that the version is saved, unless another one has replaced it since. */
function Saved({ version, live }: VersionProps) {
  const state = stateOf(version, live)
  if (state === 'earlier') return null
  return (
    <Success>
      Version {version.version} is {state === 'live' ? 'live' : 'saved as a draft'}.
    </Success>
  )
}

const About = ({ version, live }: VersionProps) => (
  <dl class="facts">
    <dt>State</dt>
    <dd>
      <Badge version={version} live={live} />
    </dd>
    <dt>Created</dt>
    <dd>
      <Time date={version.created_date} otherwise="" /> by {version.editor_id}
      {version.parent_version && `, from version ${version.parent_version}`}
    </dd>
    <dt>Published</dt>
    <dd>
      <Time date={version.published_date} otherwise="Never" />
    </dd>
    <dt>Changes</dt>
    <dd>{changesOf(version)}</dd>
  </dl>
)

function Actions({ version, campaign: { path, live } }: { version: VersionInHistory; campaign: CampaignInPath }) {
  const { version: number, changes_program } = version
  const isLive = stateOf(version, live) === 'live'
  return (
    <p class="actions">
      {!isLive && (
        <a class="button main" href={`${path}/versions/${number}/live`}>
          {live && number < live.version ? 'Make live' : 'Publish'}
        </a>
      )}
      {changes_program && (
        <a class="button" href={`${path}/program?version=${number}`}>
          Edit the program
        </a>
      )}
      {changes_program && !isLive && <a href={replayPath(path, number)}>What would change?</a>}
      {live && !isLive && (
        <a href={`${path}/compare?from=${live.version}&to=${number}`}>Compare with the live version</a>
      )}
    </p>
  )
}
