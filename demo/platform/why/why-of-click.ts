import { findLivePrograms } from '../campaign/live-program.js'
import { PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import { audiencesOf } from '../events/audience.js'
import { referralFacts } from '../events/referral.js'
import { RestError } from '../http/rest-error.js'
import { isKnownInSql } from '../identity/person.js'
import { explainClick, type Purchase } from './explain-click.js'
import { causeOfNoReferral } from './explain-step.js'
import type { AnswerInCampaign, Decision } from './explanation.js'
import { whyOfEvent } from './why-of-event.js'

export interface Click {
  click_id: string
  code: string
  clicked_date: Date
  /** Who opened the link. */
  person_id: string
  /** The anonymous visitor of the landing page, if it did not get the token of the person. */
  visitor_id: string | null
  /** The owner of the link. */
  advocate_id: string
  partner_share_id: string | null
}

export interface WhyClick extends Click {
  /** One for each campaign that refers friends. */
  answers: AnswerInCampaign[]
  campaigns: { campaign_id: string; decisions: Decision[] }[]
}

/** More purchases after a click say nothing new. */
const MAX_PURCHASES = 5

/** Why a click on a share link has referred somebody, or has not. Throws `not_found`. */
export async function whyOfClick(domain: Domain, clickId: string): Promise<WhyClick> {
  const [click] = await domain.db.query<Click>(`${SELECT_CLICKS} where click_id = $2`, [domain.clientId, clickId])
  if (!click) throw new RestError('not_found', 'There is no click with this id', { parameters: { click_id: clickId } })
  const why: WhyClick = { ...click, answers: [], campaigns: [] }
  const { advocate_id: advocateId, code } = click
  const friendId = await friendOf(domain, click)
  const friendAudiences = await audiencesOf(domain, friendId, PRODUCTION)
  for (const { campaign_id, program } of await findLivePrograms(domain)) {
    const { referral: rule } = program
    if (!rule) continue
    const purchases = await purchasesAfter(domain, click, campaign_id)
    const facts = { campaignId: campaign_id, advocateId, friendId, container: PRODUCTION }
    const { answer, decisions } = explainClick(
      {
        ...{ rule, friendId, purchases },
        link: { source: 'click', code, advocate_id: advocateId, clicked_at: click.clicked_date },
        pair: advocateId === friendId ? undefined : await referralFacts(domain, { ...facts, friendAudiences }),
      },
      new Date(domain.settings.now()),
    )
    why.answers.push({ ...answer, campaign_id })
    why.campaigns.push({ campaign_id, decisions })
  }
  return why
}

/** The clicks of a person, newest first. */
export const clicksOf = ({ db, clientId }: Domain, personId: string, limit: number): Promise<Click[]> =>
  db.query<Click>(`${SELECT_CLICKS} where (c.person_id = $2 or c.visitor_id = $2) order by c.position desc limit $3`, [
    clientId,
    personId,
    limit,
  ])

const SELECT_CLICKS = `
  select click_id, c.code, clicked_at as clicked_date, c.person_id, c.visitor_id, s.person_id as advocate_id, c.partner_share_id
  from clicks c join shareables s using (code) join persons owner on owner.person_id = s.person_id and owner.client_id = $1`

/** The visitor of the landing page who has become a person is the friend. Otherwise it is the person who opened the link. */
async function friendOf({ db }: Domain, { person_id, visitor_id }: Click): Promise<string> {
  const [buyer] = await db.query<{ person_id: string }>(
    `select person_id from persons where person_id = $1 and ${isKnownInSql('persons')}`,
    [visitor_id],
  )
  return buyer?.person_id ?? person_id
}

/** The purchases after the click in a campaign, oldest first: each step that could refer whoever has clicked. */
async function purchasesAfter(domain: Domain, click: Click, campaignId: string): Promise<Purchase[]> {
  const rows = await domain.db.query<{ event_id: string; code: string | null }>(PURCHASES, [
    ...[[click.person_id, click.visitor_id], campaignId, click.clicked_date],
  ])
  const purchases: Purchase[] = []
  for (const { event_id, code } of rows) {
    const { campaigns } = await whyOfEvent(domain, event_id)
    const why = campaigns.find(({ campaign_id }) => campaign_id === campaignId)
    purchases.push({ event_id, code, cause: why && causeOfNoReferral(why.decisions) })
  }
  return purchases
}

/** Of an event that is older than the explanations, only the referral is known. */
const PURCHASES = `
  select event_id, code from (
    select event_id, facts->'referral'->>'code' as code, event_date as at from steps
      where person_id = any($1) and campaign_id = $2 and facts ? 'links'
    union all
    select event_id, code, coalesce(referred_at, updated_at) from referrals r where friend_id = any($1) and campaign_id = $2
      and not exists (select 1 from steps s where s.event_id = r.event_id and s.campaign_id = $2 and facts is not null)
  ) bought where at >= $3 order by at limit ${MAX_PURCHASES}`
