import { Readable } from 'node:stream'
import { attachment } from '../http/attachment.js'
import { RestError } from '../http/rest-error.js'
import { type ChangeRow, findReplay, readChanges } from '../replay/read-replay.js'
import { csvLine } from '../server/report-runners/csv.js'
import { campaignInPath, versionInPath } from './campaign-in-path.js'
import type { ConsoleContext } from './console-context.js'

const columns = [
  ...['kind', 'event_id', 'event_time', 'reward_name', 'person_id', 'email', 'partner_user_id', 'friend_id'],
  ...['value_before', 'type_before', 'value_after', 'type_after'],
] as (keyof ChangeRow)[]

/** How many changes are read at once. */
const BATCH = 1000

/** `GET /console/campaigns/{campaign_id}/versions/{version}/replay.csv`: all rewards that a draft would change. Throws `not_found` before the replay is done. */
export async function downloadReplay(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const { version } = versionInPath(c, campaign)
  const draft = { campaignId: campaign.campaign_id, version }
  const replay = await findReplay(c.env, draft)
  if (replay?.status !== 'DONE') throw new RestError('not_found', 'The version has no result of a replay')
  async function* lines() {
    yield Buffer.from(csvLine(columns))
    let position = 0
    for (;;) {
      const rows = await readChanges(c.env, draft, position, BATCH)
      yield Buffer.from(rows.map(row => csvLine(columns.map(column => row[column]))).join(''))
      if (rows.length < BATCH) return
      position = rows.at(-1)!.position
    }
  }
  return new Response(Readable.toWeb(Readable.from(lines())) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': attachment(`${campaign.campaign_id}-version-${version}.csv`),
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
