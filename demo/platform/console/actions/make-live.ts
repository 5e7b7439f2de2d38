import { makeLive } from '../../campaign/make-live.js'
import { RestError } from '../../http/rest-error.js'
import { campaignInPath, versionInPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { askToMakeLive } from '../pages/make-live.js'

/** `POST /console/campaigns/{campaign_id}/versions/{version}/live`: makes a version live. Asks again if another version became live in the meantime. */
export async function makeVersionLive(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const { version } = versionInPath(c, campaign)
  try {
    const { live, newer } = await makeLive(c.env, {
      campaignId: campaign.campaign_id,
      version,
      replaced: Number(c.var.fields.live) || undefined,
      editorId: c.var.session.user_id,
    })
    if (newer) return askToMakeLive(c, `Version ${newer.version} became live in the meantime. Check the changes again.`)
    return c.redirect(`${campaign.path}/versions/${live}?done=live`, 303)
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return askToMakeLive(c, `${error.message}.`)
  }
}
