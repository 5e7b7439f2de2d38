import type { Domain } from '../domain.js'
import { noCampaign } from './campaign-client.js'
import { emptyProgram, type Program } from './program.js'
import { readProgram } from './read-program.js'

/** The program that applies to events now. */
export interface LiveProgram {
  campaign_id: string
  program: Program
}

type Store = Pick<Domain, 'db' | 'clientId' | 'configuration'>

/**
 * The live program of the client, for applying it: that of the newest published version that changes it (specification 3.5). Throws
 * `invalid_campaign_id` for a client without a campaign.
 */
export async function liveProgram(domain: Store): Promise<LiveProgram> {
  const live = await findLiveProgram(domain)
  if (live) return live
  throw noCampaign(domain.clientId)
}

/** The rules of the live program, for reading what it has done. A client without a campaign has an empty program. */
export async function liveRules(domain: Store): Promise<Program> {
  return (await findLiveProgram(domain))?.program ?? emptyProgram('none')
}

function findLiveProgram(domain: Store): Promise<LiveProgram | undefined> {
  const load = () => loadLiveProgram(domain)
  return domain.configuration?.read({ name: `program of ${domain.clientId}`, load }) ?? load()
}

async function loadLiveProgram({ db, clientId }: Store): Promise<LiveProgram | undefined> {
  const [row] = await db.query<{ campaign_id: string; source: string | null }>(
    `select campaign_id, (select program from campaign_versions v where v.campaign_id = g.campaign_id
       and program is not null and published_date is not null order by version desc limit 1) as source
     from programs g where client_id = $1`,
    [clientId],
  )
  if (!row) return undefined
  const { campaign_id, source } = row
  return { campaign_id, program: source === null ? emptyProgram(campaign_id) : parse(source, campaign_id) }
}

/** A version is only added with a valid program. */
function parse(source: string, campaignId: string): Program {
  const { value, errors } = readProgram(source)
  if (value) return value
  throw new Error(`The live program of ${campaignId} is invalid. ${errors.map(({ message }) => message).join('. ')}`)
}
