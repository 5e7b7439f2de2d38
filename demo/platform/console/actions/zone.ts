import { zoneVersions } from '../../campaign/campaign-version.js'
import { type Saved, saveVersion } from '../../campaign/save-version.js'
import { readNewZoneSource } from '../../campaign/zone-source.js'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { ConsoleContext } from '../console-context.js'
import { creativesIn, errorsIn, type RawCreative, readCreative, withCreative } from '../creative-form.js'
import { emptyZone, placeIn, showZonePage, zoneInPath } from '../pages/zone.js'
import { previewDraft, previewSettings, settingsQuery, sourceOfDraft } from '../preview-draft.js'
import { creativeEdit, type ZoneEdit, zoneEdit } from '../version-edit.js'
import { zoneCampaign, zonePath } from '../zone-campaign.js'
import type { PreviewOnPage, ZoneOnPage } from '../zone-on-page.js'

/**
 * `POST /console/zones/{zone_name}`: saves a draft, publishes, or shows the draft in the preview without saving it. Shows the form again if the
 * source is invalid or somebody else saved a version.
 */
export async function saveZone(c: ConsoleContext): Promise<Response> {
  const name = zoneInPath(c)
  const edit = validate(zoneEdit, c.var.fields)
  const { errors } = readNewZoneSource(edit.source)
  const show = async (more: Partial<ZoneOnPage>) => {
    const zone = await zoneOnPage(c, name, edit)
    const problem = errors && 'The JSON has an error, so the preview does not show your last change.'
    return showZonePage(c, { ...zone, preview: await previewOf(c, zone, edit.source, { problem }), ...more })
  }
  if (errors) return show({ errors })
  if (edit.action === 'preview') return show({})
  const { version, conflict } = await saveZoneVersion(c, name, edit)
  if (conflict) return show({ newer: conflict.version })
  const { campaign } = await zoneCampaign(c)
  return c.redirect(zonePath(name, { campaign, as: 'json', saved: String(version), ...settingsQuery(read(c)) }), 303)
}

/** `POST /console/zones/{zone_name}/creatives/{creative}`: the same for the form of a creative. Its preview also updates its fields. */
export async function saveCreative(c: ConsoleContext): Promise<Response> {
  const name = zoneInPath(c)
  const { action, ...edit } = validate(creativeEdit, c.var.fields)
  const zone = await zoneOnPage(c, name, { ...edit, action })
  const source = zone.shown?.source ?? emptyZone
  const place = placeIn(source, c.req.param('creative'))
  if (place === undefined) throw new RestError('not_found', 'The zone has no such creative')
  const before: RawCreative = place === 'new' ? {} : creativesIn(source)[place]!
  const creative = readCreative(c.var.fields, before)
  const show = async (errors: Record<string, string>, more: Partial<ZoneOnPage> = {}) => {
    const preview = await previewOf(c, zone, sourceOfDraft(creative), { creative })
    return showZonePage(c, { ...zone, source, preview, edited: { place, creative, errors }, ...more })
  }
  const errors = action === 'preview' ? {} : errorsIn(creative)
  if (action === 'preview' || Object.keys(errors).length) return show(errors)
  const changed = withCreative(source, place, creative)
  const [error] = readNewZoneSource(changed).errors ?? []
  if (error) return show({ content: `${error.message}.` })
  const { version, conflict } = await saveZoneVersion(c, name, { ...edit, action, source: changed })
  if (conflict) return show({}, { newer: conflict.version })
  const query = { campaign: zone.campaign, creative: place === 'new' ? '0' : String(place), saved: String(version) }
  return c.redirect(zonePath(name, { ...query, ...settingsQuery(read(c), creative) }), 303)
}

async function zoneOnPage(
  c: ConsoleContext,
  name: string,
  { source = '', message, parent, newest }: ZoneEdit,
): Promise<ZoneOnPage> {
  const campaign = await zoneCampaign(c)
  const versions = await zoneVersions(c.env, name, campaign.campaignId)
  const shown = versions.find(({ version }) => version === parent)
  return { ...campaign, name, versions, shown, newest, source, message, preview: previewSettings(read(c)) }
}

/** The preview of what was entered. */
const previewOf = async (
  c: ConsoleContext,
  zone: ZoneOnPage,
  source: string | undefined,
  { creative, problem }: { creative?: RawCreative; problem?: string | undefined },
): Promise<PreviewOnPage> => ({
  ...previewSettings(read(c), creative),
  draft: await previewDraft(c, zone, source),
  problem,
})

/** Reads a setting of the preview in the form. */
const read = (c: ConsoleContext) => (setting: string) => c.var.fields[`preview.${setting}`]

async function saveZoneVersion(
  c: ConsoleContext,
  name: string,
  { source, message, parent, newest, action }: ZoneEdit & { source: string },
): Promise<Saved> {
  const { campaignId } = await zoneCampaign(c)
  return saveVersion(c.env, {
    campaignId,
    zones: { [name]: source },
    editorId: c.var.session.user_id,
    message,
    parent,
    seen: newest ?? 0,
    publish: action === 'publish',
    at: new Date(c.env.settings.now()),
  })
}
