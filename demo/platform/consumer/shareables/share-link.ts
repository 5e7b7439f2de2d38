import { livePrograms } from '../../campaign/live-program.js'
import { keepRefusal } from '../../events/refusals.js'
import { touchJourney } from '../../events/touch-journey.js'
import { withOriginsOf } from '../../http/allowed-origins.js'
import { cookieToken } from '../../http/cookie.js'
import { countRequest } from '../../http/count-request.js'
import { isWellFormed } from '../../http/is-well-formed.js'
import { toRestError } from '../../http/rest-error.js'
import { sameSite } from '../../http/same-site.js'
import { visitorOf } from '../../http/visitor.js'
import { isBlocked } from '../../identity/block.js'
import { type Caller, callerWith, newCaller } from '../../identity/caller.js'
import { lockPerson, type Person } from '../../identity/person.js'
import { clientOfToken, isDeadToken, type Token, tokenLevel } from '../../identity/token.js'
import { isSiteOfProgram } from '../../links/content-url.js'
import { linkByCode } from '../../links/link-by-code.js'
import type { ShareableContent } from '../../links/shareable.js'
import { newId } from '../../store/id.js'
import { prepared } from '../../store/prepared.js'
import { keepConsent, type ProgramContext } from '../consumer-call.js'
import { addSessionHeaders } from '../session-headers.js'
import { showLinkCard } from './link-card.js'

/**
 * Handles a click on a share link: records it, gives the friend a token and redirects to the page of the shareable, else
 * to the landing page of the program (contract 6). A link previewer gets a card instead. Whatever fails, the visitor gets to the shop.
 */
export async function followLink(c: ProgramContext): Promise<Response> {
  try {
    return await openLink(c)
  } catch (error) {
    // Logs an error of the platform.
    toRestError(error)
    return toShop(c)
  }
}

async function openLink(c: ProgramContext): Promise<Response> {
  const visitor = visitorOf(c.req.raw)
  const isPerson = visitor === 'person' && c.req.raw.method !== 'HEAD'
  const { known, clientId } = isPerson ? await browserOf(c) : {}
  await countRequest(c.env, c.req.raw, known?.token)
  if (visitor === 'prefetch') return refusePrefetch()
  const link = await findLink(c)
  // A link with an unknown code still leads to the shop. So does a link of the sandbox for a consumer of production.
  if (!link || (clientId !== undefined && clientId !== link.client_id)) {
    if (visitor === 'machine') return showLinkCard(c)
    if (isPerson) await keepRefusedClick(c)
    return toShop(c)
  }
  c.env = withOriginsOf(c.env, link.client_id)
  // The origin of the page may have been removed since.
  const url = link.content?.url
  const isAllowed = url === undefined || isSiteOfProgram(c.env, url)
  const landing = new URL((isAllowed && url) || c.env.settings.landingUrl)
  tag(landing, link.campaign_id)
  if (visitor === 'machine') return showLinkCard(c, link, landing)
  // A link checker, or a page that embeds the link, is neither a consumer nor a click.
  if (!isPerson) return new Response(null, { status: 302, headers: { Location: landing.href } })
  const friend = await friendOf(c, known, sameSite(landing.origin, c.env.settings.programOrigin))
  await recordClick(c, link, known ?? friend, friend)
  if (isAllowed && isTokenInUrl(c, landing, friend.token))
    landing.searchParams.set('access_token', friend.token.access_token)
  c.set('caller', friend)
  return addSessionHeaders(c, new Response(null, { status: 302, headers: { Location: landing.href } }), true)
}

async function findLink(c: ProgramContext): Promise<ShareLink | undefined> {
  const [link] = await c.env.db.query<ShareLink>(
    prepared(`select code, person_id as owner_id, content, client_id, campaign_id
     from shareables join persons using (person_id) join programs using (client_id)
     where code = ${linkByCode('$1')} order by programs.position limit 1`),
    [c.req.param('code')],
  )
  return link
}

/**
 * A browser that has loaded a link in advance shows what it has loaded, and never asks again when the person opens the link. It asks again after
 * an error.
 */
const refusePrefetch = () =>
  new Response(null, { status: 503, headers: { 'Cache-Control': 'no-store', Vary: 'Sec-Purpose, Purpose' } })

/** Redirects to the landing page of the program. */
export const toShop = (c: ProgramContext) => Response.redirect(c.env.settings.landingUrl, 302)

interface ShareLink {
  code: string
  owner_id: string
  content: ShareableContent | null
  client_id: string
  campaign_id: string
}

/**
 * The consumer of this browser, or a new one. A page of another site gets the token in its URL, where it can end up in logs,
 * so it never gets the token of a known person.
 */
async function friendOf(c: ProgramContext, known: Caller | undefined, staysOnSite: boolean): Promise<Caller> {
  if (known && (staysOnSite || tokenLevel(known.token) === 'anonymous')) return known
  // The token that was counted does not replace the limit of the address for new tokens.
  if (known) await countRequest(c.env, c.req.raw)
  return newCaller(c.env, c.req.raw, known ? undefined : cookieToken(c.env, c.req.raw.headers))
}

/**
 * Whether the landing page gets the token in its URL. The cookie belongs to the host of the program. A page of another host
 * may call the program through a reverse proxy on its own host, where the browser does not send the cookie. The token of a
 * known person is never in a URL.
 */
const isTokenInUrl = (c: ProgramContext, landing: URL, token: Token) =>
  landing.hostname !== new URL(c.env.settings.programOrigin).hostname && tokenLevel(token) === 'anonymous'

/** The consumer of the browser, if its cookie is valid, and the client of the cookie. Throws for a cookie that must not be replaced. */
async function browserOf(c: ProgramContext): Promise<{ known?: Caller; clientId?: string | undefined }> {
  const access_token = cookieToken(c.env, c.req.raw.headers)
  if (!access_token) return {}
  try {
    const known = await callerWith(c.env, c.req.raw, { access_token, carrier: 'cookie' })
    return { known, clientId: known.token.client_id }
  } catch (error) {
    if (!isDeadToken(error)) throw error
    return { clientId: await clientOfToken(c.env, access_token) }
  }
}

/**
 * Records one click. It belongs to the consumer of the browser, and to the visitor who gets a token on the landing page: the first of them who buys
 * has been referred.
 */
async function recordClick(c: ProgramContext, link: ShareLink, known: Caller, visitor: Caller): Promise<void> {
  const share = storable(c.req.query('partner_share_id'))
  const touch = { reason: 'share_link', advocate_code: link.code, ...(share && { share_id: share }) }
  const identities = [...new Set([known, visitor].map(({ token }) => token.identity_id))]
  await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const people: Person[] = []
    for (const id of identities) people.push(await lockPerson(domain, id))
    // The response is for the visitor.
    keepConsent(c, people.at(-1)!, visitor)
    if (people.some(person => isBlocked(person, 'EVENTS'))) return
    const persons = people.map(({ person_id }) => person_id)
    await db.query(
      prepared(`insert into clicks (click_id, code, person_id, visitor_id, partner_share_id, clicked_at)
       values ($1, $2, $3, $4, $5, $6)`),
      [newId(), link.code, persons[0], persons[1] ?? null, share ?? null, new Date(c.env.settings.now())],
    )
    // Nobody is their own friend.
    if (persons.includes(link.owner_id)) return
    for (const live of await livePrograms(domain))
      for (const person_id of persons) await touchJourney(domain, live, { person_id, data: {} }, 'friend', touch)
  })
}

async function keepRefusedClick(c: ProgramContext): Promise<void> {
  const reason = { code: 'shareable_not_found', message: 'There is no link with this code' } as const
  await keepRefusal(c.env, { kind: 'CLICK', subject: c.req.param('code')!, reason })
}

/** The longest share id: an index cannot store long texts. */
const MAX_SHARE_ID = 500

/** Leaves out what the database cannot store. */
const storable = (text: string | undefined) =>
  (text?.length ?? 0) > MAX_SHARE_ID || text?.includes('\0') || !isWellFormed(text) ? undefined : text

/** Adds UTM parameters for the analytics of the shop, unless the landing page has its own. */
function tag({ searchParams }: URL, campaign: string): void {
  const tags = { utm_source: 'referral', utm_medium: 'share_link', utm_campaign: campaign }
  for (const [name, value] of Object.entries(tags)) if (!searchParams.has(name)) searchParams.set(name, value)
}
