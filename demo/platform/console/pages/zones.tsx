/** @jsxImportSource hono/jsx */
import { campaignIds, campaignName } from '../../campaign/campaign-history.js'
import { type ZoneVersion, zoneVersions } from '../../campaign/campaign-version.js'
import { kindsIn } from '../../campaign/zone-source.js'
import { INVALID_ZONE_NAME, isZoneName } from '../../zones/zone-name.js'
import { Badge } from '../badge.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty, Failure } from '../message.js'
import { Time } from '../time.js'
import { zoneCampaign, zonePath } from '../zone-campaign.js'

/** A zone of a campaign. */
interface ListedZone {
  campaign: Campaign
  /** Newest first. */
  versions: ZoneVersion[]
}

interface Campaign {
  id: string
  name: string
  /** The campaign in the query of links to its zones. */
  inQuery: string | undefined
}

/** `GET /console/zones?name=&campaign=`: the zones of the campaigns, or of one, and a form that opens the page of a new one. */
export async function showZones(c: ConsoleContext): Promise<Response> {
  const { campaignId, campaign } = await zoneCampaign(c)
  const name = c.req.query('name')?.trim()
  if (name !== undefined && isZoneName(name)) return c.redirect(zonePath(name, { campaign }), 303)
  const campaigns = await campaignsOf(c)
  const shown = c.req.query('campaign') === undefined ? undefined : campaignId
  const zones = zonesIn(campaigns, await zoneVersions(c.env, undefined, shown))
  const error = name === undefined ? undefined : `${INVALID_ZONE_NAME}.`
  return showPage(
    c,
    {
      title: 'Zones',
      lead: 'A zone is a place on your pages where the program shows content. Open a zone to edit, preview and publish it.',
      styles: ['tables.css', 'campaigns.css'],
      children: campaigns.length ? (
        <>
          {campaigns.length > 1 && <Campaigns campaigns={campaigns} shown={shown} />}
          {zones.length ? (
            <ZoneTable zones={zones} severalCampaigns={campaigns.length > 1} />
          ) : (
            <Empty>There are no zones. Create one below.</Empty>
          )}
          <NewZone name={name ?? ''} error={error} campaigns={campaigns} chosen={campaignId} />
        </>
      ) : (
        <Empty>Zones belong to a campaign, and this client has no campaign.</Empty>
      ),
    },
    error ? 422 : 200,
  )
}

async function campaignsOf(c: ConsoleContext): Promise<Campaign[]> {
  const campaigns: Campaign[] = []
  for (const id of await campaignIds(c.env))
    campaigns.push({ id, name: await campaignName(c.env, id), inQuery: campaigns.length ? id : undefined })
  return campaigns
}

/** The zones by name; those of the same name in the order of their campaigns. */
function zonesIn(campaigns: Campaign[], versions: ZoneVersion[]): ListedZone[] {
  const names = [...new Set(versions.map(({ zone_name }) => zone_name))].sort()
  const zones = names.flatMap(name =>
    campaigns.map(campaign => ({
      campaign,
      versions: versions.filter(({ zone_name, campaign_id }) => zone_name === name && campaign_id === campaign.id),
    })),
  )
  return zones.filter(zone => zone.versions.length > 0)
}

/** Links to the zones of each campaign. */
const Campaigns = ({ campaigns, shown }: { campaigns: Campaign[]; shown: string | undefined }) => (
  <nav class="tabs" aria-label="Campaigns">
    <ul>
      <li>
        <a href="/console/zones" aria-current={shown === undefined ? 'page' : undefined}>
          All campaigns
        </a>
      </li>
      {campaigns.map(({ id, name }) => (
        <li>
          <a
            href={`/console/zones?campaign=${encodeURIComponent(id)}`}
            aria-current={shown === id ? 'page' : undefined}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

/** A row for each zone. */
const ZoneTable = ({ zones, severalCampaigns }: { zones: ListedZone[]; severalCampaigns: boolean }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Zone</th>
        {severalCampaigns && <th scope="col">Campaign</th>}
        <th scope="col">Shows</th>
        <th scope="col">State</th>
        <th scope="col">Last change</th>
      </tr>
    </thead>
    <tbody>
      {zones.map(({ campaign, versions }) => {
        const newest = versions[0]!
        const live = liveOf(versions)
        return (
          <tr>
            <th scope="row">
              <a href={zonePath(newest.zone_name, { campaign: campaign.inQuery })}>{newest.zone_name}</a>
            </th>
            {severalCampaigns && <td data-label="Campaign">{campaign.name}</td>}
            <td data-label="Shows">{kindsIn(newest.source).join(', ') || 'Nothing'}</td>
            <td data-label="State">
              {live && <Badge version={live} live={live} />} {newest !== live && <Badge version={newest} live={live} />}
            </td>
            <td data-label="Last change">
              <Time date={newest.created_date} otherwise="" />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

/** The live version: the newest published one. */
export const liveOf = (versions: ZoneVersion[]) => versions.find(({ published_date }) => published_date)

interface NewZoneProps {
  name: string
  error: string | undefined
  campaigns: Campaign[]
  chosen: string | undefined
}

const NewZone = ({ name, error, campaigns, chosen }: NewZoneProps) => (
  <form method="get" class="sheet" novalidate>
    <h2>New zone</h2>
    {error && <Failure id="error">{error}</Failure>}
    {campaigns.length > 1 && (
      <>
        <label for="campaign">Campaign</label>
        <select id="campaign" name="campaign">
          {campaigns.map(campaign => (
            <option value={campaign.id} selected={campaign.id === chosen}>
              {campaign.name}
            </option>
          ))}
        </select>
      </>
    )}
    <label for="name">Name</label>
    <input
      id="name"
      name="name"
      value={name}
      required
      maxlength={100}
      placeholder="registration"
      autocomplete="off"
      spellcheck={false}
      autofocus={error !== undefined}
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={error ? 'error' : undefined}
    />
    <button class="main">Create zone</button>
  </form>
)
