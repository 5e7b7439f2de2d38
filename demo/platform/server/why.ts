import { z } from 'zod'
import { validate } from '../http/body.js'
import { limitOf } from '../http/page-of.js'
import { levels } from '../identity/level.js'
import type { CallDocs } from '../openapi/call-docs.js'
import type { Answer, AnswerInCampaign, Decision } from '../why/explanation.js'
import { clicksOf, whyOfClick } from '../why/why-of-click.js'
import { whyOfEvent } from '../why/why-of-event.js'
import { whyOfReward } from '../why/why-of-reward.js'
import { personInPath } from './persons/person.js'
import type { ServerContext } from './server-call.js'

/** `GET /v2/events/{event_id}/why`: why an event, or a request of a zone, had its effects. Throws `not_found`. */
export async function explainEvent(c: ServerContext): Promise<Response> {
  const { data: _, known, campaigns, answers, ...why } = await whyOfEvent(c.env, c.req.param('event_id')!)
  return Response.json({
    ...why,
    known: known && { level: known.level, locale: known.locale ?? null, audiences: known.audiences ?? [] },
    answers: answers.map(inCampaign),
    campaigns: campaigns.map(({ campaign_id, version, step_name, quality, advocate_id, decisions }) => ({
      ...{ campaign_id: campaign_id || null, version, step_name, quality, advocate_id },
      decisions: decisions.map(describeDecision),
    })),
  })
}

/** `GET /v2/rewards/{reward_id}/why`: why a reward was earned, and why it waits or has ended. Throws `invalid_reward_id`. */
export async function explainReward(c: ServerContext): Promise<Response> {
  const { answers, decisions, ...why } = await whyOfReward(c.env, c.req.param('reward_id')!)
  return Response.json({
    ...why,
    answers: answers.map(describeAnswer),
    decisions: decisions.map(describeDecision),
  })
}

/** `GET /v2/clicks/{click_id}/why`: why a click has referred somebody, or has not. Throws `not_found`. */
export async function explainClick(c: ServerContext): Promise<Response> {
  const { campaigns, answers, ...why } = await whyOfClick(c.env, c.req.param('click_id')!)
  return Response.json({
    ...why,
    answers: answers.map(inCampaign),
    campaigns: campaigns.map(each => ({ ...each, decisions: each.decisions.map(describeDecision) })),
  })
}

const clickQuery = z.object({ limit: limitOf(20) })

/** `GET /v5/persons/{person_id}/clicks`: the links that a person has opened, newest first. */
export async function listClicks(c: ServerContext): Promise<Response> {
  const { limit } = validate(clickQuery, c.req.query())
  const { person_id } = await personInPath(c)
  return Response.json(await clicksOf(c.env, person_id, limit))
}

/** A value that is not there is null. */
const describeAnswer = ({ name, outcome, code, expected, value, to, text }: Answer) => ({
  ...{ name, outcome, code },
  ...{ expected: expected ?? null, value: value ?? null, to, text },
})

const inCampaign = ({ campaign_id, ...answer }: AnswerInCampaign) => ({
  campaign_id: campaign_id ?? null,
  ...describeAnswer(answer),
})

const describeDecision = ({ checks, ...decision }: Decision) => ({
  ...decision,
  checks: checks.map(({ rule, expected, value, isMet }) => ({
    rule: rule.replaceAll(' ', '_'),
    ...{ expected: expected ?? null, value: value ?? null, is_met: isMet },
  })),
})

const deciding = {
  expected: z.unknown().describe('What the rule asks for. Null: nothing in particular.'),
  value: z.unknown().describe('The value that it was compared with.'),
}

const answer = z
  .object({
    name: z.string().nullable().describe('The reward or zone. Null: the answer is about all.'),
    outcome: z.enum(['earned', 'none', 'waiting', 'ended', 'received', 'shown']),
    code: z.string().describe('The rule that decided, such as `link`, `once_per` or `data.cart_value`.'),
    ...deciding,
    to: z.enum(['consumer', 'friend', 'advocate']).describe('Whom `text` is for.'),
    text: z.string().describe('The answer for this customer, in plain words. It has no data of anybody else.'),
  })
  .meta({ id: 'Answer' })

const decision = z
  .object({
    about: z.enum(['quality', 'advocate', 'referral', 'reward', 'audience', 'creative', 'fulfillment', 'purchase']),
    name: z.string(),
    outcome: z.string(),
    checks: z
      .array(z.object({ rule: z.string(), ...deciding, is_met: z.boolean() }))
      .describe('The rules in the order in which they were tried, up to the first that is not met.'),
  })
  .meta({ id: 'Decision' })

const answersInCampaigns = z.array(
  answer
    .extend({ campaign_id: z.string().nullable().describe('Null: the answer is about all campaigns.') })
    .meta({ id: 'AnswerInCampaign' }),
)
const decisions = z.array(decision).describe('In the order in which they were made.')
const time = z.iso.datetime()
const id = z.string()

const event = z.object({
  event_id: id,
  kind: z.enum(['event', 'zone', 'refused']).describe('`zone`: the request of a zone. `refused`: it is not recorded.'),
  event_name: z.string(),
  person_id: id.nullable(),
  event_date: time,
  verified: z.boolean(),
  repeats: z.int().describe('How often the event came again with the same `partner_event_id`, and was not recorded.'),
  repeated_date: time.nullable(),
  known: z
    .object({ level: z.enum(levels), locale: z.string().nullable(), audiences: z.array(z.string()) })
    .nullable()
    .describe('What was known about the person at the time of the event. Null: it was not kept.'),
  answers: answersInCampaigns,
  campaigns: z.array(
    z.object({
      campaign_id: id.nullable().describe('Null: the creatives of all campaigns.'),
      version: z.int().nullable().describe('The version of the campaign whose program was applied.'),
      step_name: z.string().nullable(),
      quality: z.string().nullable(),
      advocate_id: id.nullable().describe('Who referred the person.'),
      decisions,
    }),
  ),
})

const reward = z.object({
  ...{ reward_id: id, reward_name: z.string(), person_id: id, friend_id: id.nullable(), advocate_id: id.nullable() },
  ...{ event_id: id, campaign_id: id, answers: z.array(answer), decisions },
})

const click = z.object({
  ...{ click_id: id, code: z.string(), clicked_date: time },
  person_id: id.describe('Who opened the link.'),
  visitor_id: id
    .nullable()
    .describe('The anonymous visitor of the landing page, if it did not get the token of the person.'),
  advocate_id: id.describe('The owner of the link.'),
  partner_share_id: z.string().nullable(),
})

const AS_THEN = 'The platform decides again, with the rules and the facts of then.'

export const whyDocs = {
  event: {
    summary: 'Explain an event or the request of a zone',
    description: `Why did this person get no reward for this event? ${AS_THEN} The answers are one for each reward that the event could earn.`,
    response: event,
    errors: ['not_found'],
  },
  reward: {
    summary: 'Explain a reward',
    description: `Why was it earned, and why is it not fulfilled? ${AS_THEN}`,
    response: reward,
    errors: ['invalid_reward_id'],
  },
  click: {
    summary: 'Explain a click on a share link',
    description: 'Why has this click referred nobody? Without a purchase, the answer says what would happen now.',
    response: click.extend({
      answers: answersInCampaigns,
      campaigns: z.array(z.object({ campaign_id: id, decisions })),
    }),
    errors: ['not_found'],
  },
  clicks: {
    summary: 'List the share links that a person has opened',
    query: clickQuery,
    response: z.array(click),
    errors: ['person_not_found'],
  },
} satisfies Record<string, CallDocs>
