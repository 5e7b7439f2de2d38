import type { Domain } from '../domain.js'
import { emptyProgram, type Program } from './program.js'
import { readProgram } from './read-program.js'

/** The program that applies to events now. */
export interface LiveProgram {
  campaign_id: string
  program: Program
}

/** The live program of the client: that of the newest published version that changes it (specification 3.5). */
export async function liveProgram({ db, clientId }: Pick<Domain, 'db' | 'clientId'>): Promise<LiveProgram> {
  const [row] = await db.query<{ campaign_id: string; source: string | null }>(
    `select campaign_id, (select program from campaign_versions v where v.campaign_id = g.campaign_id
       and program is not null and published_date is not null order by version desc limit 1) as source
     from programs g where client_id = $1`,
    [clientId],
  )
  const { campaign_id, source } = row!
  return { campaign_id, program: source === null ? emptyProgram(campaign_id) : parse(source, campaign_id) }
}

/** A version is only added with a valid program. */
function parse(source: string, campaignId: string): Program {
  const { value, errors } = readProgram(source)
  if (value) return value
  throw new Error(`The live program of ${campaignId} is invalid. ${errors.map(({ message }) => message).join('. ')}`)
}
