import { z } from 'zod'
import type { LiveProgram } from '../campaign/live-program.js'
import { journeyName } from '../campaign/program.js'
import type { Domain } from '../domain.js'
import { linkByCode } from '../links/link-by-code.js'
import { newId } from '../store/id.js'
import type { ConsumerEvent } from './consumer-event.js'

const text = z.string().optional().catch(undefined)

/** The keys of a `share` event that describe the share (contract 3). */
const shareData = z.object({
  'share.channel': text,
  channel: text,
  message: text,
  subject: text,
  partner_share_id: text,
  advocate_code: text,
  shareable_id: text,
  recipients: z.array(z.string()).catch([]),
})

/** Stores the share of an event, for the first campaign that has it. A click on its link has the same partner_share_id (contract 6). */
export async function recordShare(
  { db }: Domain,
  { campaign_id, program }: LiveProgram,
  event: ConsumerEvent,
): Promise<void> {
  const share = shareData.parse(event.data)
  await db.query(
    `insert into shares (share_id, person_id, campaign_id, journey_name, event_id, code, partner_share_id, channel, message,
       subject, recipients, data, shared_at)
     select $1, $2, $3, $4, $5, ${linkByCode('$6', 'owner.person_id = $2')}, $7, $8, $9, $10, $11, $12::jsonb,
       $13::timestamptz
     where not exists (select 1 from shares where event_id = $5)`,
    [
      newId(),
      event.person_id,
      campaign_id,
      journeyName(program, 'advocate') ?? null,
      event.event_id,
      (share.shareable_id ?? share.advocate_code)?.trim() ?? null,
      share.partner_share_id ?? null,
      share['share.channel'] ?? share.channel ?? null,
      share.message ?? null,
      share.subject ?? null,
      share.recipients,
      event.data,
      event.time,
    ],
  )
}
