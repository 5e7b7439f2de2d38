/** @jsxImportSource hono/jsx */
import { campaignContent } from '../../campaign/campaign-content.js'
import type { VersionInHistory } from '../../campaign/campaign-history.js'
import { compareParts } from '../../campaign/compare-parts.js'
import { stateOf, words } from '../../server/version-state.js'
import { type CampaignInPath, campaignInPath, findVersion } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { Differences } from '../differences.js'
import { showPage } from '../layout.js'
import { Failure } from '../message.js'

/** The form offers the newest versions, the live one, and those that are compared. */
const MAX_CHOICES = 50

/** `GET /console/campaigns/{campaign_id}/compare?from=&to=`: what differs between two versions. */
export async function showComparison(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const from = findVersion(campaign.versions, c.req.query('from'))
  const to = findVersion(campaign.versions, c.req.query('to'))
  return showPage(
    c,
    {
      title: 'Compare versions',
      lead: <a href={campaign.path}>{campaign.name}</a>,
      styles: ['campaigns.css'],
      children: (
        <>
          <CompareForm campaign={campaign} from={from} to={to} />
          {from && to ? (
            <Differences parts={compareParts(await contentOf(c, from), await contentOf(c, to))} />
          ) : (
            <Failure>Choose two versions.</Failure>
          )}
        </>
      ),
    },
    from && to ? 200 : 422,
  )
}

/** What consumers see, or would see, if the version is live. */
const contentOf = (c: ConsoleContext, { campaign_id, version }: VersionInHistory) =>
  campaignContent(c.env, campaign_id, { publishedUntil: version, including: version })

interface CompareFormProps {
  campaign: CampaignInPath
  /** Default: the live version. */
  from?: VersionInHistory | undefined
  /** Default: the newest version. */
  to?: VersionInHistory | undefined
}

export function CompareForm({ campaign, from, to }: CompareFormProps) {
  const [newest, second] = campaign.versions
  const live = campaign.live === newest ? second : campaign.live
  return (
    <form class="compare" action={`${campaign.path}/compare`}>
      <Choice name="from" label="Compare" campaign={campaign} selected={from ?? live} />
      <Choice name="to" label="With" campaign={campaign} selected={to ?? newest} />
      <button>Compare</button>
    </form>
  )
}

interface ChoiceProps {
  name: string
  label: string
  campaign: CampaignInPath
  selected: VersionInHistory | undefined
}

const Choice = ({ name, label, campaign: { versions, live }, selected }: ChoiceProps) => (
  <div>
    <label for={name}>{label}</label>
    <select id={name} name={name}>
      {versions
        .filter((each, index) => index < MAX_CHOICES || each === live || each === selected)
        .map(each => (
          <option value={each.version} selected={each === selected}>
            Version {each.version} ({words[stateOf(each, live)].toLowerCase()})
          </option>
        ))}
    </select>
  </div>
)
