import type { Domain } from '../domain.js'
import { bind } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import type { Level } from '../identity/level.js'
import {
  getCreateOrUpdateShareable,
  getOrCreateShareable,
  type ShareableRequest,
} from '../program/shareables/shareable.js'
import { checkShareable, shareableRequest } from '../program/shareables/shareable-request.js'
import { advocateOf, offerState } from './offer.js'
import { rewardsOf, totalsOf } from './own-data.js'
import type { Creative } from './zone-source.js'

type Data = Record<string, unknown>
type Make = (domain: Domain, personId: string, data: Data, level: Level) => Promise<unknown>

/** Placeholders a creative may hold, and what stands there for the consumer who asks. */
const placeholders: Record<string, Make> = {
  // Private, and so nothing at all for who has not proved who they are (specification 3.1).
  '{{rewards}}': privately(rewardsOf),
  '{{totals}}': privately(totalsOf),
  '{{friends}}': privately(friends),
  '{{shareable}}': shareable,
  '{{advocate}}': advocateOf,
  '{{offer_state}}': offerState,
  '{{landing_url}}': async ({ settings }) => settings.landingUrl,
}

/**
 * A JSON creative with its placeholders filled in: each is a whole value, made only where the creative asks for it, and
 * null where nobody in particular asks.
 */
export async function fillIn(
  domain: Domain,
  { content_type, content }: Creative,
  personId: string | undefined,
  data: Data,
  level: Level,
): Promise<string> {
  if (content_type !== 'application/json') return content
  let filled = content
  for (const [placeholder, make] of Object.entries(placeholders)) {
    const quoted = JSON.stringify(placeholder)
    if (!filled.includes(quoted)) continue
    const value = JSON.stringify(personId === undefined ? null : await make(domain, personId, data, level))
    filled = filled.replaceAll(quoted, () => value)
  }
  return filled
}

/** The consumer's own link, an anonymous one's too; on a page about something (`data.content`) the one that leads there. */
async function shareable(domain: Domain, personId: string, data: Data): Promise<unknown> {
  const about = contentIn(domain, data)
  const { code, link } = about
    ? await getCreateOrUpdateShareable(domain, personId, about)
    : await getOrCreateShareable(domain, personId)
  return { code, link }
}

/** How many friends the consumer has brought. */
async function friends({ db }: Domain, personId: string): Promise<number> {
  const [counted] = await db.query<{ count: number }>(
    'select count(*)::int as count from referrals where advocate_id = $1',
    [personId],
  )
  return counted?.count ?? 0
}

/** What the page is about, if a link may lead there. One that may not is no reason to leave the zone empty. */
function contentIn(domain: Domain, { content }: Data): ShareableRequest | undefined {
  const { partner_content_id: key, url } = Object(content) as Record<string, unknown>
  if (!key || !url) return undefined
  try {
    const about = bind(shareableRequest.schema, { key, content })
    checkShareable(domain, about)
    return about
  } catch (error) {
    if (error instanceof RestError) return undefined
    throw error
  }
}

function privately(make: (domain: Domain, personId: string) => Promise<unknown>): Make {
  return async (domain, personId, _, level) => (level === 'verified' ? make(domain, personId) : null)
}
