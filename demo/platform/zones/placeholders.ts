import { cardIn, pictureUrl } from '../campaign/card.js'
import { liveRulesOf } from '../campaign/live-program.js'
import type { Placeholder } from '../campaign/placeholder.js'
import { leaderboardsIn, RANKS } from '../campaign/widget-content.js'
import type { Creative } from '../campaign/zone-source.js'
import type { Domain } from '../domain.js'
import { validate } from '../http/body.js'
import { preferredLanguage } from '../http/preferred-language.js'
import { RestError } from '../http/rest-error.js'
import { ranksFor } from '../leaderboards/ranks.js'
import { linkCard } from '../links/link-card.js'
import {
  getCreateOrUpdateShareable,
  getOrCreateShareable,
  type Shareable,
  type ShareableAuthor,
  type ShareableRequest,
} from '../links/shareable.js'
import { checkShareable, shareableRequest } from '../links/shareable-request.js'
import { advocateOf, offerState } from './offer.js'
import { clicksByWeek, numberOfFriends, rewardsOf, totalsOf } from './personal-data.js'
import type { ShownZone } from './shown-zone.js'

type Data = Record<string, unknown>

interface PersonalZone extends ShownZone {
  personId: string
  /** The consumer's share link. Several placeholders need it: it is looked up once. */
  shareable(): Promise<Shareable>
}

/** Creates the value of a placeholder. */
type CreateValue = (domain: Domain, zone: PersonalZone, viewer: ShareableAuthor) => Promise<unknown>

/** The placeholders of JSON creatives, with the function that creates the value of each one. */
const createValue: Record<Exclude<Placeholder, typeof RANKS>, CreateValue> = {
  // Private data. Null unless the consumer is verified (specification 3.1).
  '{{rewards}}': verifiedOnly(rewardsOf),
  '{{totals}}': verifiedOnly(totalsOf),
  '{{clicks_by_week}}': verifiedOnly(clicksByWeek),
  '{{friends}}': verifiedOnly(numberOfFriends),
  '{{shareable}}': shareable,
  '{{link_card}}': cardOfLink,
  '{{advocate}}': advocateOf,
  '{{offer_state}}': offerState,
  '{{card_image_url}}': cardImage,
  '{{landing_url}}': async ({ settings }) => settings.landingUrl,
}

/** A text in braces that is a whole value in JSON, and not the key of an object. */
const QUOTED = /"\{\{\w+\}\}"(?!:)/g

/**
 * Replaces the placeholders of a JSON creative. A placeholder is a whole value. Its value is created only if the
 * creative uses it, and is null without a person.
 */
export async function fillIn(
  domain: Domain,
  { content_type, content }: Creative,
  zone: ShownZone,
  viewer: ShareableAuthor,
): Promise<string> {
  const { personId } = zone
  if (content_type !== 'application/json') return content
  const personal = personId === undefined ? undefined : personalZone(domain, zone, personId, viewer)
  const values = new Map<string, string>()
  for (const [placeholder, create] of Object.entries(createValue)) {
    const quoted = JSON.stringify(placeholder)
    if (!content.includes(quoted)) continue
    values.set(quoted, JSON.stringify(personal ? await create(domain, personal, viewer) : null))
  }
  // All at once: the value of one, such as a first name, can be the text of another.
  const filled = content.replace(QUOTED, quoted => values.get(quoted) ?? quoted)
  return content.includes(JSON.stringify(RANKS)) ? fillInRanks(domain, filled, zone, viewer) : filled
}

function personalZone(domain: Domain, zone: ShownZone, personId: string, viewer: ShareableAuthor): PersonalZone {
  let found: Promise<Shareable> | undefined
  return {
    ...zone,
    personId,
    shareable() {
      found ??= shareableOf(domain, personId, zone.data, viewer)
      return found
    },
  }
}

/** The ranks of each `leaderboard`: its other keys say what is counted, and when. The consumer's own row is private: only a verified consumer gets it. */
async function fillInRanks(
  domain: Domain,
  content: string,
  { personId, isPreview }: ShownZone,
  { level }: ShareableAuthor,
): Promise<string> {
  const filled = JSON.parse(content)
  const found = leaderboardsIn(filled)
  const ownId = level === 'verified' ? personId : undefined
  const ranks = level === 'anonymous' ? [] : await ranksFor(domain, ownId, found, isPreview)
  for (const [index, each] of found.entries()) each.ranks = ranks[index] ?? null
  return JSON.stringify(filled)
}

/** The code and the address of the consumer's share link. */
async function shareable(_: Domain, zone: PersonalZone): Promise<unknown> {
  const { code, link } = await zone.shareable()
  return { code, link }
}

/** What messengers show for the consumer's share link, in the language of the page. */
async function cardOfLink(domain: Domain, zone: PersonalZone): Promise<unknown> {
  const program = await liveRulesOf(domain, zone.campaignId)
  const { locale } = zone.data
  const wanted = typeof locale === 'string' ? locale.replaceAll('_', '-') : undefined
  const language = preferredLanguage(wanted, Object.keys(program.cards))
  const { content } = await zone.shareable()
  const { title, description, image_url } = linkCard(program, language, domain.settings.landingUrl, content)
  return { title, description, image_url }
}

/**
 * The consumer's share link. On a page with `data.content`, the link that leads to this content. An existing link that the consumer may not
 * change keeps its content.
 */
async function shareableOf(domain: Domain, personId: string, data: Data, viewer: ShareableAuthor): Promise<Shareable> {
  const request = requestForContent(domain, data)
  const updated = request && (await getCreateOrUpdateShareable(domain, personId, request, viewer))
  return updated ?? (await getOrCreateShareable(domain, personId, request, viewer))
}

/** The shareable for the content of the page. Undefined if there is no content, or if links cannot lead to it. */
function requestForContent(domain: Domain, { content }: Data): ShareableRequest | undefined {
  const { partner_content_id: key, url } = Object(content) as Record<string, unknown>
  if (!key || !url) return undefined
  try {
    const request = validate(shareableRequest.schema, { key, content })
    checkShareable(domain, request)
    return request
  } catch (error) {
    if (error instanceof RestError) return undefined
    throw error
  }
}

/** The picture that messengers show for the program's links. */
async function cardImage(domain: Domain, { campaignId }: ShownZone): Promise<string | null> {
  const { image_url } = cardIn((await liveRulesOf(domain, campaignId)).cards, undefined)
  return image_url ? pictureUrl(image_url, domain.settings.landingUrl) : null
}

function verifiedOnly(create: (domain: Domain, personId: string) => Promise<unknown>): CreateValue {
  return async (domain, { personId }, { level }) => (level === 'verified' ? create(domain, personId) : null)
}
