import { campaignHistory } from '../../campaign/campaign-history.js'
import { addVersion, lockCampaign } from '../../campaign/campaign-version.js'
import { readProgram } from '../../campaign/read-program.js'
import type { Domain } from '../../domain.js'
import { validate } from '../../http/body.js'
import { campaignInPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { showProgramForm } from '../pages/program.js'
import { versionEdit } from '../version-edit.js'

/** `POST /console/campaigns/{campaign_id}/program`: saves a draft or publishes. Shows the form again if the source is invalid or somebody else saved a program. */
export async function saveProgram(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const { action, ...form } = validate(versionEdit, c.var.fields)
  const { errors } = readProgram(form.source)
  if (errors) return showProgramForm(c, campaign, { ...form, errors })
  const { version, newer } = await c.env.db.transaction(async db => {
    const domain: Domain = { ...c.env, db }
    await lockCampaign(domain)
    const versions = await campaignHistory(domain, campaign.campaign_id)
    const newest = versions.find(({ changes_program }) => changes_program)?.version
    if (newest !== form.newest) return { newer: newest }
    return {
      version: await addVersion(domain, {
        program: form.source,
        editorId: c.var.session.user_id,
        message: form.message,
        parent: form.parent,
        publish: action === 'publish',
        at: new Date(c.env.settings.now()),
      }),
    }
  })
  if (newer) return showProgramForm(c, campaign, { ...form, newer })
  return c.redirect(`${campaign.path}/versions/${version}?done=saved`, 303)
}
