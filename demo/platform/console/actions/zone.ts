import { zoneVersions } from '../../campaign/campaign-version.js'
import { type Saved, saveVersion } from '../../campaign/save-version.js'
import { readNewZoneSource } from '../../campaign/zone-source.js'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { ConsoleContext } from '../console-context.js'
import { creativesIn, errorsIn, type RawCreative, readCreative, withCreative } from '../creative-form.js'
import { emptyZone, placeIn, showZonePage, zoneInPath } from '../pages/zone.js'
import { creativeEdit, type VersionEdit, versionEdit } from '../version-edit.js'
import { zoneCampaign, zonePath } from '../zone-campaign.js'
import type { ZoneOnPage } from '../zone-on-page.js'

/** `POST /console/zones/{zone_name}`: saves a draft or publishes. Shows the form again if the source is invalid or somebody else saved a version. */
export async function saveZone(c: ConsoleContext): Promise<Response> {
  const name = zoneInPath(c)
  const edit = validate(versionEdit, c.var.fields)
  const { errors } = readNewZoneSource(edit.source)
  if (errors) return showZonePage(c, { ...(await zoneOnPage(c, name, edit)), errors })
  const { version, conflict } = await saveZoneVersion(c, name, edit)
  if (conflict) return showZonePage(c, { ...(await zoneOnPage(c, name, edit)), newer: conflict.version })
  const { campaign } = await zoneCampaign(c)
  return c.redirect(zonePath(name, { campaign, as: 'json', saved: String(version) }), 303)
}

/** `POST /console/zones/{zone_name}/creatives/{creative}`: the same for the form of a creative, which can also only update its fields. */
export async function saveCreative(c: ConsoleContext): Promise<Response> {
  const name = zoneInPath(c)
  const { action, ...edit } = validate(creativeEdit, c.var.fields)
  const zone = await zoneOnPage(c, name, edit)
  const source = zone.shown?.source ?? emptyZone
  const place = placeIn(source, c.req.param('creative'))
  if (place === undefined) throw new RestError('not_found', 'The zone has no such creative')
  const before: RawCreative = place === 'new' ? {} : creativesIn(source)[place]!
  const creative = readCreative(c.var.fields, before)
  const errors = action === 'fields' ? {} : errorsIn(creative)
  const edited = { place, creative, errors }
  if (action === 'fields' || Object.keys(errors).length) return showZonePage(c, { ...zone, source, edited })
  const changed = withCreative(source, place, creative)
  const [error] = readNewZoneSource(changed).errors ?? []
  if (error)
    return showZonePage(c, { ...zone, source, edited: { ...edited, errors: { content: `${error.message}.` } } })
  const { version, conflict } = await saveZoneVersion(c, name, { ...edit, action, source: changed })
  if (conflict) return showZonePage(c, { ...zone, source, edited, newer: conflict.version })
  const query = { campaign: zone.campaign, creative: place === 'new' ? '0' : String(place), saved: String(version) }
  return c.redirect(zonePath(name, query), 303)
}

async function zoneOnPage(
  c: ConsoleContext,
  name: string,
  { source = '', message, parent, newest }: Omit<VersionEdit, 'source' | 'action'> & { source?: string },
): Promise<ZoneOnPage> {
  const campaign = await zoneCampaign(c)
  const versions = await zoneVersions(c.env, name, campaign.campaignId)
  const shown = versions.find(({ version }) => version === parent)
  return { ...campaign, name, versions, shown, newest, source, message }
}

async function saveZoneVersion(
  c: ConsoleContext,
  name: string,
  { source, message, parent, newest, action }: VersionEdit,
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
