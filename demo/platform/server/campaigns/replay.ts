import { z } from 'zod'
import { checkOwnCampaign } from '../../campaign/campaign-client.js'
import { programIn } from '../../campaign/campaign-history.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type Draft, findReplay, readResult } from '../../replay/read-replay.js'
import { REPLAYED_DAYS } from '../../replay/replay-draft.js'
import { replays, startReplay } from '../../replay/replay-job.js'
import { versionInPath } from '../management/components.js'
import type { ServerContext } from '../server-call.js'

/** More people make no readable answer. The console has a file of all changes. */
const MAX_PEOPLE = 100

const count = z.int()

const changes = {
  gained: count,
  lost: count,
  changed: count.describe('With another value.'),
  moved: count.describe('Earned by another event.'),
}

const result = z
  .object({
    counts: z.object({ ...changes, people: count }).describe('How many rewards differ, and for how many people.'),
    rewards: z.array(z.object({ reward_name: z.string(), ...changes })),
    money: z
      .array(z.object({ type: z.string(), gained: z.number(), lost: z.number(), difference: z.number() }))
      .describe('What all rewards are worth more, or less, by their type. Discounts in percent have no sum.'),
    people: z
      .array(z.object({ person_id: z.string(), ...changes, differences: z.record(z.string(), z.number()) }))
      .describe(`Those with the most changes, at most ${MAX_PEOPLE}.`),
  })
  .meta({ id: 'ReplayResult' })

const replay = z
  .object({
    live_version: z.int().nullable().describe('The version with which the draft is compared. Null: none was live.'),
    is_current: z.boolean().describe('Whether that version is still live. If not, replay the draft again.'),
    status: z
      .enum(['RUNNING', 'DONE', 'FAILED'])
      .describe('RUNNING: get the replay again. FAILED: it has stopped with an error. Replay the draft again.'),
    total: count.describe('How many events there are. 0: they are not counted yet.'),
    processed: count,
    not_kept: count.describe('Events of which nothing was kept. What they have earned stays as it is.'),
    not_decided: count.describe('Events of which too little was kept. What they have earned stays as it is.'),
    with_facts_of_now: count.describe('Events for which audiences and blocks of an advocate are those of now.'),
    started_at: z.iso.datetime(),
    result: result.nullable().describe('Null: the replay is not done.'),
  })
  .meta({ id: 'Replay' })

/** `GET /v2/campaigns/{campaign_id}/version/{version}/replay`: the newest replay of a draft, with its result. Throws `not_found`. */
export async function showReplay(c: ServerContext): Promise<Response> {
  const draft = await draftInPath(c)
  const found = await describeReplay(c, draft)
  if (!found) throw new RestError('not_found', `Version ${draft.version} was not replayed, or more than 30 days ago`)
  return Response.json(found)
}

/** `POST` of the same path: begins to replay a draft. Does nothing if a replay of it runs. Throws `invalid_parameter`. */
export async function beginReplay(c: ServerContext): Promise<Response> {
  const draft = await draftInPath(c)
  await c.env.db.transaction(db => startReplay({ ...c.env, db }, draft))
  c.env.queue.wake(replays.name)
  return Response.json(await describeReplay(c, draft))
}

/** The version in the path. Throws `invalid_campaign_id` and `invalid_parameter`. */
async function draftInPath(c: ServerContext): Promise<Draft> {
  const { campaign_id: campaignId, version } = await versionInPath(c)
  await checkOwnCampaign(c.env, campaignId)
  if ((await programIn(c.env, campaignId, version)) !== undefined) return { campaignId, version }
  throw new RestError('invalid_parameter', `version: Version ${version} changes zones only, and with them no reward`, {
    parameters: { name: 'version' },
  })
}

async function describeReplay({ env }: ServerContext, draft: Draft) {
  const replay = await findReplay(env, draft)
  if (!replay) return undefined
  const { live_version, is_current, status, total, processed, ...counts } = replay
  const { not_kept, not_decided, with_facts_of_now, started_at } = counts
  return {
    ...{ live_version, is_current, status, total, processed, not_kept, not_decided, with_facts_of_now, started_at },
    result: status === 'DONE' ? await readResult(env, draft, MAX_PEOPLE) : null,
  }
}

export const replayDocs = {
  show: {
    summary: 'Get what a draft would change',
    description: `The newest replay of a draft: the rewards that it would have given, and not given, for the events of the last ${REPLAYED_DAYS} days. It is kept for 30 days.`,
    response: replay,
    errors: ['invalid_campaign_id', 'invalid_parameter', 'not_found'],
  },
  begin: {
    summary: 'Replay a draft',
    description: `Decides again about the events of the last ${REPLAYED_DAYS} days: by the live program, and by a version that changes the program. Nothing else changes. It runs in the background. If it runs already, it goes on.`,
    response: replay,
    errors: ['invalid_campaign_id', 'invalid_parameter'],
  },
} satisfies Record<string, CallDocs>
