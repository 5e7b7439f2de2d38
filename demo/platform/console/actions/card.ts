import { readProgram } from '../../campaign/read-program.js'
import { saveVersion } from '../../campaign/save-version.js'
import { validate } from '../../http/body.js'
import { campaignInPath } from '../campaign-in-path.js'
import { type CardTexts, cardErrors, withCard } from '../card-form.js'
import type { ConsoleContext } from '../console-context.js'
import { type CardForm, newestProgram, showCardForm } from '../pages/card.js'
import { cardEdit } from '../version-edit.js'

/** `POST /console/campaigns/{campaign_id}/card`: saves the card of a language as a version of the program, or only shows it. */
export async function saveCard(c: ConsoleContext): Promise<Response> {
  const campaign = await campaignInPath(c)
  const { fields } = c.var
  const { action, ...edit } = validate(cardEdit, fields)
  const { source, program } = await newestProgram(c, campaign)
  const { language = '', title = '', description = '', image_url = '' } = fields
  const texts: CardTexts = { title: title.trim(), description: description.trim(), image_url: image_url.trim() }
  const errors = await cardErrors(c.env.settings, language, texts)
  const form: CardForm = { ...edit, language, texts, errors, isNew: fields.new === 'yes' }
  if (action === 'fields' || Object.keys(errors).length) return showCardForm(c, campaign, program, form)
  const changed = withCard(source, language, texts)
  const [error] = readProgram(changed).errors ?? []
  if (error) return showCardForm(c, campaign, program, { ...form, errors: { language: error.message } })
  const { version, conflict } = await saveVersion(c.env, {
    campaignId: campaign.campaign_id,
    program: changed,
    editorId: c.var.session.user_id,
    message: edit.message || `The card of links in ${language}`,
    parent: edit.parent,
    seen: edit.newest ?? 0,
    publish: action === 'publish',
    at: new Date(c.env.settings.now()),
  })
  if (conflict) return showCardForm(c, campaign, program, { ...form, newer: conflict.version })
  return c.redirect(`${campaign.path}/card?language=${encodeURIComponent(language)}&saved=${version}`, 303)
}
