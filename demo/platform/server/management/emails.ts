import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { validate } from '../../http/body.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { campaignIds, versionsOf, zonesAt } from './campaign-content.js'
import { contentOf, creativesOf } from './component.js'

/** The widgets that can send an email, and which one. The others for private data show how to verify the address. */
const emailOfWidget: Record<string, 'share' | 'verification'> = {
  share: 'share',
  verify: 'verification',
  profile: 'verification',
  journey: 'verification',
  rewards: 'verification',
  referrals: 'verification',
  stats: 'verification',
  'reward-status': 'verification',
}

const names = { share: 'Share by email', verification: 'Verify an email address' }

const query = z.object({ limit: z.coerce.number().int().min(1).max(1000).default(20) })

const email = z
  .object({
    email_id: z.string(),
    name: z.string(),
    zone_name: z.string(),
    campaign_id: z.string(),
    campaign_version: z.int(),
  })
  .meta({ id: 'Email' })

/** `GET /v2/emails`: the emails of the creatives, by zone. Honors only `limit` (specification 8). */
export async function listEmails(c: ServerContext): Promise<Response> {
  const { limit } = validate(query, c.req.query())
  const emails = []
  for (const id of await campaignIds(c.env)) emails.push(...(await emailsOf(c.env, id)))
  return Response.json(emails.slice(0, limit))
}

/** One row for each creative of the newest version that can send an email. */
async function emailsOf(domain: Domain, campaignId: string) {
  const [newest] = await versionsOf(domain, campaignId)
  const { campaign_id, version: campaign_version } = newest!
  const zones = await zonesAt(domain, newest!)
  return zones.flatMap(zone =>
    creativesOf(zone).flatMap(creative => {
      const { widget } = Object(contentOf(creative)) as Record<string, unknown>
      const kind =
        typeof widget === 'string' && Object.hasOwn(emailOfWidget, widget) ? emailOfWidget[widget]! : undefined
      if (!kind) return []
      const email_id = `${campaign_id}:${kind}`
      return [{ email_id, name: names[kind], zone_name: zone.zone_name, campaign_id, campaign_version }]
    }),
  )
}

export const emailDocs = {
  summary: 'List the emails that zones can send',
  description:
    'One entry for each creative, so that an email can occur several times. `offset` and `zone_name` are ignored: read one large ' +
    'page, select the zone, and de-duplicate by `email_id`.',
  query,
  response: z.array(email),
} satisfies CallDocs
