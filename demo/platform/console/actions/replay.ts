import { replays, startReplay } from '../../replay/replay-job.js'
import { campaignInPath, versionInPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { replayPath } from '../pages/replay.js'

/** `POST /console/campaigns/{campaign_id}/versions/{version}/replay`: begins to replay a draft. Does nothing if a replay of it runs. */
export async function beginReplay(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const { version, changes_program } = versionInPath(c, campaign)
  if (changes_program) {
    const draft = { campaignId: campaign.campaign_id, version }
    await c.env.db.transaction(db => startReplay({ ...c.env, db }, draft))
    c.env.queue.wake(replays.name)
  }
  return c.redirect(replayPath(campaign.path, version), 303)
}
