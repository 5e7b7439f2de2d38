/** @jsxImportSource hono/jsx */
import { campaignHistory, campaignIds, campaignName, liveIn } from '../../campaign/campaign-history.js'
import { Badge } from '../badge.js'
import { campaignPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { Empty, Failure } from '../message.js'
import type { Session } from '../session.js'
import { Time } from '../time.js'

interface CampaignForm {
  name: string
  label: string
  error?: string
}

/** `GET /console/campaigns`: the campaigns with their live and their newest version, and a form for a new one. */
export async function showCampaigns(c: ConsoleContext, form?: CampaignForm): Promise<Response> {
  const rows = []
  for (const id of await campaignIds(c.env)) rows.push(<Row {...(await campaignRow(c, id))} />)
  return showPage(
    c,
    {
      title: 'Campaigns',
      lead: 'A campaign consists of a program and its zones. Its versions are drafts, or published. Each campaign with a published program applies every event.',
      styles: ['tables.css', 'campaigns.css'],
      children: (
        <>
          {rows.length ? (
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
            <Empty>This client has no campaign. Create one below.</Empty>
          )}
          <NewCampaign session={c.var.session} {...(form ?? { name: '', label: '' })} />
        </>
      ),
    },
    form ? 422 : 200,
  )
}

const NewCampaign = ({ session, name, label, error }: CampaignForm & { session: Session }) => (
  <form method="post" action="/console/campaigns" class="sheet" novalidate>
    <h2>New campaign</h2>
    <Csrf session={session} />
    {error && <Failure id="error">{error}</Failure>}
    <label for="name">Name</label>
    <input id="name" name="name" value={name} maxlength={200} placeholder="Partners" autocomplete="off" />
    <label for="label">
      Label <span class="hint">(letters, digits, hyphens and underscores)</span>
    </label>
    <input
      id="label"
      name="label"
      value={label}
      maxlength={100}
      placeholder="partners"
      autocomplete="off"
      spellcheck={false}
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={error ? 'error' : undefined}
    />
    <button class="main">Create campaign</button>
  </form>
)

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
