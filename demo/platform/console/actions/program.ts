import { pictureErrors } from '../../campaign/check-pictures.js'
import { readProgram } from '../../campaign/read-program.js'
import { saveVersion } from '../../campaign/save-version.js'
import { validate } from '../../http/body.js'
import { campaignInPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { newestProgram } from '../pages/card.js'
import { showProgramForm } from '../pages/program.js'
import { versionEdit } from '../version-edit.js'

/** `POST /console/campaigns/{campaign_id}/program`: saves a draft or publishes. Shows the form again if the source is invalid or somebody else saved a program. */
export async function saveProgram(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const { action, ...form } = validate(versionEdit, c.var.fields)
  const { value, errors } = readProgram(form.source)
  if (errors) return showProgramForm(c, campaign, { ...form, errors })
  const { source: before } = await newestProgram(c, campaign)
  const ofPictures = await pictureErrors(c.env.settings, form.source, value, before)
  if (ofPictures.length) return showProgramForm(c, campaign, { ...form, errors: ofPictures })
  const { version, conflict } = await saveVersion(c.env, {
    campaignId: campaign.campaign_id,
    program: form.source,
    editorId: c.var.session.user_id,
    message: form.message,
    parent: form.parent,
    seen: form.newest ?? 0,
    publish: action === 'publish',
    at: new Date(c.env.settings.now()),
  })
  if (conflict) return showProgramForm(c, campaign, { ...form, newer: conflict.version })
  return c.redirect(`${campaign.path}/versions/${version}?done=saved`, 303)
}
