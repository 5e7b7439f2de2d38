import { z } from 'zod'
import { journeyName, type Program, type Role } from '../../campaign/program.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { zonesAt } from './campaign-content.js'
import { programOf } from './campaigns.js'
import { componentId } from './component.js'
import { newestVersion } from './components.js'

const when = z.record(z.string(), z.unknown()).describe('The conditions on the event and its person.')

const action = z.discriminatedUnion('type', [
  z.object({ type: z.literal('SET_QUALITY'), quality: z.string(), when }),
  z.object({ type: z.literal('CONTINUE_JOURNEY'), role: z.enum(['ADVOCATE', 'FRIEND']), journey_name: z.string() }),
  z.object({ type: z.literal('REFER_FRIEND'), found_by: z.array(z.string()) }),
  z.object({
    type: z.literal('EARN_REWARD'),
    reward_name: z.string(),
    to: z.enum(['ADVOCATE', 'FRIEND', 'CONSUMER']),
    face_value: z.number(),
    face_value_type: z.string(),
    when,
  }),
  z.object({ type: z.literal('JOIN_AUDIENCE'), audience_id: z.string(), when }),
  z.object({ type: z.literal('RENDER_COMPONENT'), component_id: z.string() }),
])

const controller = z
  .object({
    controller_id: z.string(),
    campaign_id: z.string(),
    campaign_version: z.int(),
    name: z.string().describe('The name of the step or zone.'),
    type: z.enum(['STEP', 'ZONE']),
    triggers: z.array(z.object({ type: z.literal('EVENT'), event_names: z.array(z.string()) })),
    actions: z.array(action).describe('In the order in which they run.'),
  })
  .meta({ id: 'BuiltController' })

type Action = z.output<typeof action>

/**
 * `GET /v2/campaigns/{campaign_id}/controllers/built`: what each step and zone of the newest version does, sorted by name. Throws
 * `invalid_campaign_id`.
 */
export async function listBuiltControllers(c: ServerContext): Promise<Response> {
  const newest = await newestVersion(c)
  const program = await programOf(c.env, newest)
  const zones = await zonesAt(c.env, newest)
  const steps = stepsOf(program).map(name => ({
    name,
    type: 'STEP',
    event_names: eventsOf(program, name),
    actions: actionsOf(program, name),
  }))
  const renderings = zones.map(({ zone_name: name }) => ({
    name,
    type: 'ZONE',
    event_names: [name],
    actions: [{ type: 'RENDER_COMPONENT', component_id: componentId(newest.campaign_id, name) }],
  }))
  const controllers = [...steps, ...renderings].map(({ name, type, event_names, actions }) => ({
    controller_id: `${newest.campaign_id}:${type.toLowerCase()}:${name}`,
    campaign_id: newest.campaign_id,
    campaign_version: newest.version,
    name,
    type,
    triggers: [{ type: 'EVENT', event_names }],
    actions,
  }))
  return Response.json(controllers)
}

/** The names of the steps that the program does something for. */
function stepsOf({ events, quality, journeys, referral, rewards, audiences }: Program): string[] {
  const names = [
    ...Object.values(events),
    ...[...quality, ...rewards].map(({ step }) => step),
    ...Object.values(journeys).flatMap(journey => journey?.steps ?? []),
    ...(referral ? [referral.step] : []),
    ...Object.values(audiences).flatMap(({ step }) => (step === undefined ? [] : [step])),
  ]
  return [...new Set(names)].sort()
}

/** The events that are recorded as a step. */
function eventsOf({ events }: Program, step: string): string[] {
  const mapped = Object.keys(events).filter(name => events[name] === step)
  return Object.hasOwn(events, step) ? mapped : [step, ...mapped]
}

/** The effects of a step, in the order of `applyProgram`. */
function actionsOf(program: Program, step: string): Action[] {
  const { quality, journeys, referral, rewards, audiences } = program
  const ofStep = (rule: { step?: string | undefined }) => rule.step === step
  const roles = (['advocate', 'friend'] as const).filter(role => journeys[role]?.steps.includes(step))
  return [
    ...quality.filter(ofStep).map(({ quality, when }): Action => ({ type: 'SET_QUALITY', quality, when })),
    ...roles.map((role): Action => continueJourney(program, role)),
    ...(referral && ofStep(referral) ? [{ type: 'REFER_FRIEND' as const, found_by: referral.found_by }] : []),
    ...rewards.filter(ofStep).map(
      ({ name, to, value, type, when }): Action => ({
        type: 'EARN_REWARD',
        reward_name: name,
        to: inCapitals(to),
        face_value: value,
        face_value_type: type,
        when,
      }),
    ),
    ...Object.entries(audiences)
      .filter(([, audience]) => ofStep(audience))
      .map(([audience_id, { when }]): Action => ({ type: 'JOIN_AUDIENCE', audience_id, when })),
  ]
}

const continueJourney = (program: Program, role: Role): Action => ({
  type: 'CONTINUE_JOURNEY',
  role: inCapitals(role),
  journey_name: journeyName(program, role) ?? program.name,
})

const inCapitals = <T extends string>(text: T) => text.toUpperCase() as Uppercase<T>

export const controllerDocs = {
  summary: 'List the built controllers of a campaign',
  description:
    'What each step does by the program, then which component each zone renders. ' +
    'Of the newest version. A query parameter `version` is ignored.',
  response: z.array(controller),
  errors: ['invalid_campaign_id'],
} satisfies CallDocs
