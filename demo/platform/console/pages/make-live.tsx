/** @jsxImportSource hono/jsx */
import { campaignContent } from '../../campaign/campaign-content.js'
import { compareParts } from '../../campaign/compare-parts.js'
import { type CampaignInPath, campaignInPath, versionInPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { Differences } from '../differences.js'
import { Csrf, showPage } from '../layout.js'
import { Empty, Failure } from '../message.js'
import { replayPath } from './replay.js'

/** `GET /console/campaigns/{campaign_id}/versions/{version}/live`: what consumers get instead, and a button. */
export async function askToMakeLive(c: ConsoleContext, error?: string): Promise<Response> {
  const campaign = await campaignInPath(c)
  const version = versionInPath(c, campaign)
  const { campaign_id, path, live } = campaign
  const isNewer = !live || version.version > live.version
  const publishedUntil = live?.version ?? 0
  const parts = compareParts(
    await campaignContent(c.env, campaign_id, { publishedUntil }),
    await campaignContent(c.env, campaign_id, { publishedUntil, including: version.version }),
  )
  return showPage(
    c,
    {
      title: isNewer ? `Publish version ${version.version}?` : `Make version ${version.version} live?`,
      lead: leadFor(campaign, isNewer),
      styles: ['campaigns.css'],
      children: (
        <>
          {error && <Failure>{error}</Failure>}
          {parts.length === 0 && <Empty>The live version has the same content already.</Empty>}
          <form method="post" class="actions">
            <Csrf session={c.var.session} />
            <input type="hidden" name="live" value={live?.version ?? ''} />
            {parts.length > 0 && <button class="main">{isNewer ? 'Publish' : 'Make live'}</button>}
            <a href={`${path}/versions/${version.version}`}>Cancel</a>
            {version.changes_program && parts.length > 0 && (
              <a href={replayPath(path, version.version)}>What would change?</a>
            )}
          </form>
          {parts.length > 0 && (
            <>
              <h2>Changes to the live version</h2>
              <Differences parts={parts} />
            </>
          )}
        </>
      ),
    },
    error ? 409 : 200,
  )
}

function leadFor({ live, versions }: CampaignInPath, isNewer: boolean): string {
  if (!live) return 'It becomes the first live version.'
  return isNewer
    ? `It replaces version ${live.version} at once.`
    : `It is older than the live version ${live.version}, so its content is published as version ${versions[0]!.version + 1}.`
}
