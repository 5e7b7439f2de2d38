import type { Domain } from '../domain.js'
import { noCampaign } from './campaign-client.js'
import { emptyProgram, type Program } from './program.js'
import { readProgram } from './read-program.js'

/** The program that applies to events now. */
export interface LiveProgram {
  campaign_id: string
  /** The version that the program belongs to. Null: the campaign has published none. */
  version: number | null
  program: Program
}

type Store = Pick<Domain, 'db' | 'clientId' | 'configuration'>

/**
 * The live programs of the client's campaigns, for applying them, oldest campaign first: each is that of the newest published version that
 * changes it (specification 3.5). A campaign without one does not take part, unless the client has no other. Throws `invalid_campaign_id`
 * for a client without a campaign.
 */
export async function livePrograms(domain: Store): Promise<[LiveProgram, ...LiveProgram[]]> {
  const [first, ...others] = await findLivePrograms(domain)
  if (first) return [first, ...others]
  throw noCampaign(domain.clientId)
}

/**
 * The rules of the first live program, for reading what it has done, with the partner keys of all. A client without a campaign has an empty
 * program.
 */
export async function liveRules(domain: Store): Promise<Program> {
  const programs = (await findLivePrograms(domain)).map(({ program }) => program)
  const partner_keys = [...new Set(programs.flatMap(program => program.partner_keys))]
  return programs.length ? { ...programs[0]!, partner_keys } : emptyProgram('none')
}

/** The live program of one campaign. Undefined: it has published none. */
export async function findLiveProgram(domain: Store, campaignId: string): Promise<LiveProgram | undefined> {
  const live = (await findLivePrograms(domain)).find(({ campaign_id }) => campaign_id === campaignId)
  return live?.version === null ? undefined : live
}

/** The rules of the live program of one campaign. */
export const liveRulesOf = async (domain: Store, campaignId: string): Promise<Program> =>
  (await findLiveProgram(domain, campaignId))?.program ?? emptyProgram(campaignId)

/** Like `livePrograms`, but empty for a client without a campaign. */
export function findLivePrograms(domain: Store): Promise<LiveProgram[]> {
  const load = () => loadLivePrograms(domain)
  return domain.configuration?.read({ name: `programs of ${domain.clientId}`, load }) ?? load()
}

async function loadLivePrograms({ db, clientId }: Store): Promise<LiveProgram[]> {
  const rows = await db.query<{ campaign_id: string; version: number | null; source: string | null }>(
    `select campaign_id, version, source from programs g left join lateral (
       select version, program as source from campaign_versions v where v.campaign_id = g.campaign_id
         and program is not null and published_date is not null order by version desc limit 1) live on true
     where client_id = $1 order by g.position`,
    [clientId],
  )
  const live = rows.flatMap(({ campaign_id, version, source }) =>
    source === null ? [] : [{ campaign_id, version, program: parse(source, campaign_id) }],
  )
  const [first] = rows
  if (live.length || !first) return live
  return [{ campaign_id: first.campaign_id, version: null, program: emptyProgram(first.campaign_id) }]
}

/** A version is only added with a valid program. */
function parse(source: string, campaignId: string): Program {
  const { value, errors } = readProgram(source)
  if (value) return value
  throw new Error(`The live program of ${campaignId} is invalid. ${errors.map(({ message }) => message).join('. ')}`)
}
