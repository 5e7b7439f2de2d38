import type { LiveProgram } from '../campaign/live-program.js'
import type { ReferralRule } from '../campaign/program.js'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import { isBlockedInSql } from '../identity/block.js'
import { lockPerson } from '../identity/person.js'
import { linkByCode } from '../links/link-by-code.js'
import { prepared } from '../store/prepared.js'
import { audienceContainers } from './audience.js'
import type { ConsumerEvent } from './consumer-event.js'
import { clicksSince, decideAdvocate, type PossibleLink } from './decide-advocate.js'
import { decideReferral, type ReferralFacts } from './decide-referral.js'

/** The advocate of a friend, and the code of the link or coupon that led to them. */
export interface Referral {
  advocate_id: string
  code: string | null
  /** By what the event has named them. */
  source?: PossibleLink['source']
  /** Whether the event refers the friend for the first time. */
  isNew?: boolean
  /** The id of the click that led to them, if the click is also that of another person. */
  sharedClick?: string | null
}

/** Who referred somebody, and what has decided. */
export interface FoundReferral {
  referral?: Referral | undefined
  /** The links that could have led to an advocate. Undefined: the step refers nobody. */
  links?: AttributedLink[] | undefined
  /** The friend and the advocate to whom a link has led. */
  pair?: ReferralFacts
}

/**
 * Finds who referred the consumer of a step. The step of the program's referral can refer a friend anew (`decideReferral`). With other steps the
 * friend stays referred. Locks the advocate against a merge.
 */
export async function findReferral(
  domain: Domain,
  live: LiveProgram,
  event: ConsumerEvent,
  step: string,
  friendAudiences: string[],
): Promise<FoundReferral> {
  for (;;) {
    const found = await findPossibleReferral(domain, live, event, step, friendAudiences)
    const { referral } = found
    if (!referral?.sharedClick || (await takeClick(domain, referral.sharedClick, event.person_id))) return found
    // The other person of the click has bought meanwhile. Try again without it.
  }
}

/** A click of two persons belongs to the first of them who buys: it refers only one friend. Returns false if the other one was first. */
async function takeClick({ db }: Domain, clickId: string, personId: string): Promise<boolean> {
  const [taken] = await db.query(
    prepared(
      'update clicks set person_id = $2, visitor_id = null where click_id = $1 and $2 in (person_id, visitor_id) returning 1',
    ),
    [clickId, personId],
  )
  return taken !== undefined
}

async function findPossibleReferral(
  domain: Domain,
  { campaign_id: campaignId, program: { referral: rule } }: LiveProgram,
  event: ConsumerEvent,
  step: string,
  friendAudiences: string[],
): Promise<FoundReferral> {
  if (!rule) return {}
  const friendId = event.person_id
  const container = containerOf(event.data)
  const links = step === rule.step ? await findLinks(domain, rule, event) : undefined
  const found = links
    ? attributedLink(rule, event, links)
    : await findEarlierReferral(domain, { campaignId, friendId, container, until: event.until })
  if (!found) return { links }
  const { person_id: advocateId } = await lockPerson(domain, found.advocate_id, 'key share')
  if (advocateId === friendId) return { links }
  const referral = { ...found, advocate_id: advocateId }
  if (!links) return { referral }
  const read = () => referralFacts(domain, { campaignId, advocateId, friendId, friendAudiences, container })
  const pair = await read()
  const { outcome } = decideReferral(rule, pair)
  if (outcome !== 'new') return outcome === 'stays' ? { links, pair, referral } : { links, pair }
  await lockReferralsBetween(domain, advocateId, friendId)
  const locked = await read()
  const isNew = decideReferral(rule, locked).outcome === 'new'
  return { links, pair: locked, ...(isNew && { referral: { ...referral, isNew } }) }
}

interface PossibleReferral {
  campaignId: string
  advocateId: string
  friendId: string
  friendAudiences: string[]
  container: string
}

/** Reads what decides about a referral. */
export async function referralFacts(
  { db }: Domain,
  { campaignId, advocateId, friendId, friendAudiences, container }: PossibleReferral,
): Promise<ReferralFacts> {
  const [facts] = await db.query<Omit<ReferralFacts, 'friendId' | 'advocateId' | 'friendAudiences'>>(FACTS, [
    ...[advocateId, friendId, container, campaignId, audienceContainers(container)],
  ])
  return { friendId, advocateId, friendAudiences, ...facts! }
}

const isReferred = (advocate: string, friend: string) =>
  `exists (select 1 from referrals where advocate_id = ${advocate} and friend_id = ${friend} and container = $3 and campaign_id = $4)`

const FACTS = prepared(`
  select ${isBlockedInSql('EVENTS')} as "isAdvocateBlocked", ${isReferred('$1', '$2')} as "isReferred",
    ${isReferred('$2', '$1')} as "hasReferredAdvocate",
    array(select distinct audience_id from audience_memberships where person_id = $1 and container = any($5)) as "advocateAudiences"
  from persons where person_id = $1`)

/** Two persons who refer each other at the same time do so one after the other. */
async function lockReferralsBetween({ db }: Domain, one: string, other: string): Promise<void> {
  const pair = [one, other].sort().join(' and ')
  await db.query(prepared('select pg_advisory_xact_lock(hashtextextended($1, 0))'), [`referrals between ${pair}`])
}

interface ReferralFilter {
  /** A friend is referred in each campaign for itself. */
  campaignId: string
  friendId: string
  container: string
  /** Only a referral by then. Default: any. */
  until?: Date | null
}

/** The newest referral of a friend. */
export async function findEarlierReferral(
  { db }: Domain,
  { campaignId, friendId, container, until }: ReferralFilter,
): Promise<Referral | undefined> {
  const [referral] = await db.query<Referral>(
    prepared(`select advocate_id, code from referrals where friend_id = $1 and container = $2 and campaign_id = $4
       and ($3::timestamptz is null or coalesce(referred_at, updated_at) <= $3)
     order by coalesce(last_at, updated_at) desc, position desc limit 1`),
    [friendId, container, until ?? null, campaignId],
  )
  return referral
}

/** A link with the id of the click that led to it, if the click is also that of another person. */
type AttributedLink = PossibleLink & Pick<Referral, 'sharedClick'>

type FriendEvent = Pick<ConsumerEvent, 'person_id' | 'data' | 'time' | 'until'>

/** The link or code that referred a friend (`decideAdvocate`). Of several clicks the last one counts, and none after the event. */
export const findAttributedLink = async (
  domain: Pick<Domain, 'db' | 'clientId'>,
  rule: ReferralRule,
  event: FriendEvent,
): Promise<AttributedLink | undefined> => attributedLink(rule, event, await findLinks(domain, rule, event))

function attributedLink(rule: ReferralRule, { person_id, time }: FriendEvent, links: AttributedLink[]) {
  const decision = decideAdvocate(rule, { friendId: person_id, time }, links)
  return decision.outcome === 'found' ? decision.link : undefined
}

/** The links and codes that can have referred a friend: the best of each source, own and others. */
const findLinks = (
  { db, clientId }: Pick<Domain, 'db' | 'clientId'>,
  rule: ReferralRule,
  { person_id, data, time, until }: FriendEvent,
): Promise<AttributedLink[]> =>
  db.query<AttributedLink>(LINKS, [
    ...[person_id, codeIn(data.advocate_code), codeIn(data.coupon_code), clicksSince(rule, time), until, clientId],
  ])

/** The owner of the link of a click. It is read click by click, so that the search can end at the first one. */
const OWNER = '(select person_id from shareables where code = c.code)'

/**
 * The newest click of a person that meets a condition, in the order of an index: somebody can have many clicks, and the search ends at the first
 * that fits.
 */
const newestClick = (condition: string) => `
  select * from (${['person_id', 'visitor_id']
    .map(
      person => `(
    select 'click' as source, code, ${OWNER} as advocate_id, clicked_at, case when visitor_id <> person_id then click_id end as shared_click, position
    from clicks c where ${person} = $1 and clicked_at <= coalesce($5::timestamptz, 'infinity') and ${condition}
      and (select client_id from persons where person_id = ${OWNER}) = $6
    order by clicked_at desc, position desc limit 1)`,
    )
    .join(' union all ')}) clicked order by clicked_at desc, position desc limit 1`

/** A link by its code in the data of the event. */
const linkInData = (source: string, code: string) => `
  select '${source}' as source, code, person_id as advocate_id, null::timestamptz as clicked_at, null as shared_click, 0 as position
  from shareables where code = ${linkByCode(code, 'owner.client_id = $6')}`

/** The links in the data, the newest click on the link of somebody else, and if that is missing or too old, the newest on an own link. */
const LINKS = prepared(`
  with others as (${newestClick(`${OWNER} <> $1`)}),
    own as (${newestClick(`${OWNER} = $1 and clicked_at > $4 and not exists (select 1 from others where clicked_at > $4)`)})
  select source, code, advocate_id, clicked_at, shared_click as "sharedClick" from (
    ${linkInData('advocate_code', '$2')} union all ${linkInData('coupon_code', '$3')}
    union all select * from others union all select * from own
  ) links`)

/** Stores a referral: its first event by time, and its newest step. */
export async function recordReferral(
  { db, settings }: Domain,
  { campaign_id }: LiveProgram,
  event: ConsumerEvent,
  step: string,
  { advocate_id, code }: Referral,
): Promise<void> {
  await db.query(
    prepared(`insert into referrals as old (advocate_id, friend_id, code, container, reason, event_id, referred_at, last_at, updated_at, campaign_id)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9)
     on conflict (advocate_id, friend_id, container, campaign_id) do update set
       event_id = case when excluded.referred_at < old.referred_at then excluded.event_id else old.event_id end,
       referred_at = least(old.referred_at, excluded.referred_at), last_at = greatest(old.last_at, excluded.last_at),
       reason = case when excluded.last_at < old.last_at then old.reason else excluded.reason end,
       updated_at = excluded.updated_at`),
    [
      ...[advocate_id, event.person_id, code, containerOf(event.data), step.toUpperCase()],
      ...[event.event_id, event.time, new Date(settings.now()), campaign_id],
    ],
  )
}

/** A code as the person wrote it. */
const codeIn = (value: unknown): string | null => (typeof value === 'string' ? value.trim() : null)
