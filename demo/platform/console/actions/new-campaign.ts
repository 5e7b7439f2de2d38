import { addCampaign } from '../../campaign/new-campaign.js'
import { RestError } from '../../http/rest-error.js'
import { campaignPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { showCampaigns } from '../pages/campaigns.js'

/** `POST /console/campaigns`: adds a campaign, and opens its program. */
export async function createCampaign(c: ConsoleContext): Promise<Response> {
  const name = (c.var.fields.name ?? '').trim()
  const label = (c.var.fields.label ?? '').trim()
  try {
    const id = await addCampaign(c.env, { name, label, editorId: c.var.session.user_id })
    return c.redirect(`${campaignPath(id)}/program`, 303)
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return showCampaigns(c, { name, label, error: `${error.message}.` })
  }
}
