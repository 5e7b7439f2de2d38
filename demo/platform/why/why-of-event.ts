import { liveVersions } from '../campaign/campaign-version.js'
import { viewerFrom } from '../campaign/conditions.js'
import { emptyProgram, type Program } from '../campaign/program.js'
import { readProgram } from '../campaign/read-program.js'
import type { Domain } from '../domain.js'
import type { ReferralFacts } from '../events/decide-referral.js'
import type { KeptFacts, KeptPerson } from '../events/kept-facts.js'
import { RestError } from '../http/rest-error.js'
import { zoneIn } from '../zones/live-zone.js'
import { explainStep } from './explain-step.js'
import { explainZone } from './explain-zone.js'
import type { Answer, AnswerInCampaign, Decision } from './explanation.js'
import { textOf } from './text.js'

/** What happened with an event in a campaign, and why. */
export interface WhyInCampaign {
  campaign_id: string
  version: number | null
  step_name: string | null
  quality: string | null
  advocate_id: string | null
  /** The friend and the advocate to whom a link has led. */
  pair?: ReferralFacts | undefined
  decisions: Decision[]
  answers: Answer[]
}

export interface WhyEvent {
  event_id: string
  /** `zone`: the event is the request of a zone. `refused`: it is not recorded. */
  kind: 'event' | 'zone' | 'refused'
  event_name: string
  person_id: string | null
  event_date: Date
  verified: boolean
  /** How often the event came again, and when last. */
  repeats: number
  repeated_date: Date | null
  known: KeptPerson | null
  data: Record<string, unknown>
  answers: AnswerInCampaign[]
  campaigns: WhyInCampaign[]
}

interface EventRow {
  event_id: string
  event_name: string
  person_id: string
  event_time: Date
  created_at: Date
  verified: boolean
  repeats: number
  repeated_at: Date | null
  known: KeptPerson | null
  data: Record<string, unknown>
}

interface StepRow {
  step_name: string
  quality: string
  campaign_id: string
  facts: KeptFacts | null
}

/** Why an event, or a request of a zone, had the effects that it had. Throws `not_found`. */
export async function whyOfEvent(domain: Domain, eventId: string): Promise<WhyEvent> {
  const [event] = await domain.db.query<EventRow>(
    `select event_id, event_name, person_id, event_time, e.created_at, verified, repeats, repeated_at, known, data
     from events e join persons using (person_id) where event_id = $1 and client_id = $2`,
    [eventId, domain.clientId],
  )
  if (!event) return whyOfRefusal(domain, eventId)
  const steps = await domain.db.query<StepRow>(
    `select step_name, quality, campaign_id, facts from steps join programs using (campaign_id)
     where event_id = $1 and step_name <> 'reward_earned' order by programs.position`,
    [eventId],
  )
  const campaigns = steps.length
    ? [...(await stepsOf(domain, event, steps)), ...(await notLive(domain, event, steps))]
    : [await zoneOf(domain, event)]
  const answers: AnswerInCampaign[] = campaigns.flatMap(({ campaign_id, answers }) =>
    answers.map(each => ({ ...each, ...(campaign_id && { campaign_id }) })),
  )
  return {
    ...{ event_id: event.event_id, kind: steps.length ? 'event' : 'zone', event_name: event.event_name },
    ...{ person_id: event.person_id, event_date: event.event_time, verified: event.verified },
    ...{ repeats: event.repeats, repeated_date: event.repeated_at, known: event.known, data: event.data },
    answers: event.repeats ? [...answers, repeatedAnswer(event)] : answers,
    campaigns,
  }
}

async function stepsOf(domain: Domain, event: EventRow, steps: StepRow[]): Promise<WhyInCampaign[]> {
  const rewards = await domain.db.query<{ reward_id: string; reward_name: string; campaign_id: string }>(
    'select reward_id, reward_name, campaign_id from rewards where event_id = $1 order by position',
    [event.event_id],
  )
  const explained: WhyInCampaign[] = []
  for (const { step_name, quality, campaign_id, facts } of steps) {
    const step = { campaign_id, version: facts?.version ?? null, step_name, quality }
    const advocate_id = facts?.referral?.advocate_id ?? null
    const { known } = event
    if (!facts || !known) {
      explained.push({ ...step, advocate_id, decisions: [], answers: [answerFor('not_kept')] })
      continue
    }
    const { decisions, answers } = explainStep({
      program: await programOf(domain, campaign_id, facts.version),
      event: { name: event.event_name, person_id: event.person_id, data: event.data, time: event.event_time },
      ...{ known, facts: withDates(facts) },
      rewards: rewards.filter(each => each.campaign_id === campaign_id),
    })
    explained.push({ ...step, advocate_id, pair: facts.pair, decisions, answers })
  }
  return explained
}

/** The times in JSON are text. */
const withDates = (facts: KeptFacts): KeptFacts => ({
  ...facts,
  ...(facts.links && {
    links: facts.links.map(link => ({ ...link, clicked_at: link.clicked_at && new Date(link.clicked_at) })),
  }),
})

/** The program of a version. Programs of older versions are valid, too. */
async function programOf({ db }: Domain, campaignId: string, version: number | null): Promise<Program> {
  const [row] = await db.query<{ program: string }>(
    'select program from campaign_versions where campaign_id = $1 and version = $2',
    [campaignId, version],
  )
  return (row && readProgram(row.program).value) ?? emptyProgram(campaignId)
}

/** The campaigns of the client that did not take part, because nothing of them was published. */
async function notLive({ db, clientId }: Domain, event: EventRow, steps: StepRow[]): Promise<WhyInCampaign[]> {
  const campaigns = await db.query<{ campaign_id: string; started: Date | null }>(
    `select campaign_id, min(published_date) filter (where program is not null) as started
     from programs left join campaign_versions using (campaign_id)
     where client_id = $1 and campaign_id <> all($2) group by campaign_id, position order by position`,
    [clientId, steps.map(({ campaign_id }) => campaign_id)],
  )
  return campaigns.map(({ campaign_id, started }) => ({
    ...{ campaign_id, version: null, step_name: null, quality: null, advocate_id: null, decisions: [] },
    answers: [answerFor('campaign', started, event.created_at)],
  }))
}

/** What the zone had to show when it was requested. */
async function zoneOf(domain: Domain, event: EventRow): Promise<WhyInCampaign> {
  const { event_name: name, known, data, created_at } = event
  const none = { campaign_id: '', version: null, step_name: null, quality: null, advocate_id: null }
  if (!known) return { ...none, decisions: [], answers: [answerFor('not_kept')] }
  const versions = await liveVersions(domain, name, created_at)
  const { decisions, answer } = explainZone(name, versions.map(zoneIn), viewerFrom(data, known))
  return { ...none, decisions, answers: [answer] }
}

/** An event that was accepted, but could not be recorded. Throws `not_found`. */
async function whyOfRefusal({ db, clientId }: Domain, eventId: string): Promise<WhyEvent> {
  const [refusal] = await db.query<{ subject: string; code: string; message: string; data: object; refused_at: Date }>(
    `select subject, code, message, data, refused_at from refusals
     where client_id = $1 and event_id = $2 and kind = 'EVENT' order by position desc limit 1`,
    [clientId, eventId],
  )
  if (!refusal)
    throw new RestError('not_found', 'There is no event with this id', { parameters: { event_id: eventId } })
  return {
    ...{ event_id: eventId, kind: 'refused', event_name: refusal.subject, person_id: null },
    ...{ event_date: refusal.refused_at, verified: false, repeats: 0, repeated_date: null, known: null },
    data: { ...refusal.data },
    answers: [answerFor('refused', refusal.code, refusal.message)],
    campaigns: [],
  }
}

const repeatedAnswer = ({ repeats }: EventRow): Answer => answerFor('duplicate', repeats)

const answerFor = (code: string, value: unknown = null, expected: unknown = null): Answer => ({
  ...{ name: null, outcome: 'none', code, value, expected, to: 'consumer' },
  text: textOf(code, { to: 'consumer', value, expected }),
})
