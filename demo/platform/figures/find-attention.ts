import { PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import { liveZones } from '../zones/live-zone.js'

/** Something that somebody should look at. `subject` tells which, for example the name of a zone. */
export interface Attention {
  kind: AttentionKind
  subject?: string
  count: number
}

export type AttentionKind =
  | 'deletion_requests'
  | 'failed_rewards'
  | 'waiting_rewards'
  | 'disabled_webhooks'
  | 'dead_messages'
  | 'dead_jobs'
  | 'empty_zone'
  | 'refused_events'
  | 'refused_clicks'

/** How long something counts that does not end by itself. */
const RECENT = { zones: `interval '1 day'`, refusals: `interval '7 days'` }

/** More zones without content make no readable list. */
const MAX_ZONES = 5

/** What each client should look at, by its id. $1 is now. */
const COUNTS: Record<Exclude<AttentionKind, 'empty_zone'>, string> = {
  deletion_requests: 'select client_id, count(*) from deletion_requests where done_at is null group by client_id',
  failed_rewards: rewardsThat(`state = 'FAILED'`),
  dead_messages: `select client_id, count(*) from webhook_messages join webhooks using (webhook_id) where state = 'DEAD' group by client_id`,
  disabled_webhooks: `select client_id, count(*) from webhooks where not enabled and (is_gone or failing_since is not null) group by client_id`,
  dead_jobs:
    'select client_id, count(*) from jobs where died_at is not null and client_id is not null group by client_id',
  refused_events: refusalsOf('EVENT'),
  refused_clicks: refusalsOf('CLICK'),
  waiting_rewards: rewardsThat(`state = 'EARNED' and fulfill_at is null`),
}

function rewardsThat(condition: string): string {
  return `select client_id, count(*) from rewards join programs using (campaign_id)
    where container = '${PRODUCTION}' and ${condition} group by client_id`
}

function refusalsOf(kind: string): string {
  return `select client_id, count(*) from refusals where kind = '${kind}' and refused_at >= $1::timestamptz - ${RECENT.refusals} group by client_id`
}

const FIND = Object.entries(COUNTS)
  .map(([kind, sql]) => `select '${kind}' as kind, client_id, count::int from (${sql}) found`)
  .join(' union all ')

/** What pages have requested and is no event: the request of a zone has no step. */
const REQUESTED_ZONES = `
  select client_id, event_name as name, count::int from (
    select p.client_id, e.event_name, count(*), min(e.event_id) as example from events e join persons p using (person_id)
    where e.created_at >= $1::timestamptz - ${RECENT.zones} group by p.client_id, e.event_name) names
  where not exists (select 1 from steps where event_id = example)
  order by client_id, count desc, name`

type Found = { client_id: string; kind: AttentionKind; count: number }

/** Stores what each client should look at beside its figures. */
export async function findAttention(domain: Domain): Promise<void> {
  const { db, settings } = domain
  const now = new Date(settings.now())
  const found = await db.query<Found>(FIND, [now])
  const zones = await emptyZones(domain, now)
  const clients = await db.query<{ client_id: string }>('select client_id from figure_runs')
  for (const { client_id } of clients) {
    const attention: Attention[] = [
      ...found.filter(each => each.client_id === client_id).map(({ kind, count }) => ({ kind, count })),
      ...(zones.get(client_id) ?? []),
    ]
    await db.query(
      'update figure_runs set attention = $2::json where client_id = $1 and attention::jsonb <> $2::jsonb',
      [client_id, JSON.stringify(attention)],
    )
  }
}

/** The zones that pages ask for and that show nothing, by client. */
async function emptyZones(domain: Domain, now: Date): Promise<Map<string, Attention[]>> {
  const requested = await domain.db.query<{ client_id: string; name: string; count: number }>(REQUESTED_ZONES, [now])
  const empty = new Map<string, Attention[]>()
  for (const { client_id, name, count } of requested) {
    const known = empty.get(client_id) ?? []
    if (known.length >= MAX_ZONES) continue
    const zones = await liveZones({ ...domain, clientId: client_id, configuration: undefined }, name)
    if (zones.some(({ content }) => content?.creatives.length)) continue
    empty.set(client_id, [...known, { kind: 'empty_zone', subject: name, count }])
  }
  return empty
}
