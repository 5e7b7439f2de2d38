/** @jsxImportSource hono/jsx */
import { campaignHistory, campaignIds, campaignName, liveIn } from '../../campaign/campaign-history.js'
import { Badge } from '../badge.js'
import { campaignPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty } from '../message.js'
import { Time } from '../time.js'

/** `GET /console/campaigns`: the campaigns with their live and their newest version. */
export async function showCampaigns(c: ConsoleContext): Promise<Response> {
  const rows = []
  for (const id of await campaignIds(c.env)) rows.push(<Row {...(await campaignRow(c, id))} />)
  return showPage(c, {
    title: 'Campaigns',
    lead: 'A campaign consists of a program and its zones. Its versions are drafts, or published.',
    styles: ['tables.css', 'campaigns.css'],
    children: rows.length ? (
      <table>
        <thead>
          <tr>
            <th scope="col">Campaign</th>
            <th scope="col">Live</th>
            <th scope="col">Newest version</th>
            <th scope="col">Last change</th>
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    ) : (
      <Empty>This client has no campaign.</Empty>
    ),
  })
}

async function campaignRow(c: ConsoleContext, id: string) {
  return { id, name: await campaignName(c.env, id), versions: await campaignHistory(c.env, id) }
}

function Row({ id, name, versions }: Awaited<ReturnType<typeof campaignRow>>) {
  const live = liveIn(versions)
  const [newest] = versions
  return (
    <tr>
      <th scope="row">
        <a href={campaignPath(id)}>{name}</a>
      </th>
      <td data-label="Live">{live ? `Version ${live.version}` : 'None'}</td>
      <td data-label="Newest version">
        {newest && (
          <>
            Version {newest.version} <Badge version={newest} live={live} />
          </>
        )}
      </td>
      <td data-label="Last change">
        <Time date={newest?.created_date ?? null} otherwise="Never" />
      </td>
    </tr>
  )
}
