import { zoneVersions } from '../../campaign/campaign-version.js'
import { type Saved, saveVersion } from '../../campaign/save-version.js'
import { readNewZoneSource } from '../../campaign/zone-source.js'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { ConsoleContext } from '../console-context.js'
import type { FieldErrors } from '../content-controls.js'
import {
  creativesIn,
  errorsIn,
  moved,
  type RawCreative,
  readCreative,
  readOrder,
  withCreative,
} from '../creative-form.js'
import { audiencesOf, placeIn, showZonePage, zoneInPath } from '../pages/zone.js'
import { previewDraft, previewSettings, settingsQuery, sourceOfDraft } from '../preview-draft.js'
import { creativeEdit, type ZoneEdit, zoneEdit } from '../version-edit.js'
import { zoneCampaign, zonePath } from '../zone-campaign.js'
import type { PreviewOnPage, ZoneOnPage } from '../zone-on-page.js'
import { NO_CREATIVES } from '../zone-preview.js'

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

/**
 * `POST /console/zones/{zone_name}/creatives/{creative}`: the same for the form of a creative. Its preview also updates its fields. The form can
 * copy the creative, move creatives and add a row to a list, which saves nothing either.
 */
export async function saveCreative(c: ConsoleContext): Promise<Response> {
  const name = zoneInPath(c)
  const edit = validate(creativeEdit, c.var.fields)
  const { action } = edit
  const zone = await zoneOnPage(c, name, edit)
  const source = zone.shown?.source ?? NO_CREATIVES
  const place = placeIn(source, c.req.param('creative'))
  if (place === undefined) throw new RestError('not_found', 'The zone has no such creative')
  const copied = place === 'new' ? numberOf(placeIn(source, c.var.fields.copied)) : undefined
  const from = copied ?? numberOf(place)
  const creative = readCreative(c.var.fields, from === undefined ? {} : creativesIn(source)[from]!)
  const order = orderAfter(action, readOrder(c.var.fields.order, source))
  const isSaved = action === 'draft' || action === 'publish'
  const show = async (errors: FieldErrors, more: Partial<ZoneOnPage> = {}) => {
    const preview = await previewOf(c, zone, sourceOfDraft(creative), { creative })
    const audiences = await audiencesOf(c, zone)
    const shown = action === 'copy' ? { place: 'new' as const, copied: from } : { place, copied }
    return showZonePage(c, {
      ...zone,
      ...{ source, preview },
      edited: {
        ...shown,
        creative,
        errors,
        order,
        audiences,
        grown: action.startsWith('add-') ? action.slice(4) : undefined,
      },
      ...more,
    })
  }
  const errors = isSaved ? errorsIn(creative) : {}
  if (!isSaved || Object.keys(errors).length) return show(errors)
  const changed = withCreative(source, place, creative, order)
  const [error] = readNewZoneSource(changed).errors ?? []
  if (error) return show({ content: `${error.message}.` })
  const { version, conflict } = await saveZoneVersion(c, name, { ...edit, source: changed })
  if (conflict) return show({}, { newer: conflict.version })
  const saved = place === 'new' ? 0 : order.indexOf(place)
  const query = { campaign: zone.campaign, creative: String(saved), saved: String(version) }
  return c.redirect(zonePath(name, { ...query, ...settingsQuery(read(c), creative) }), 303)
}

const numberOf = (place: number | 'new' | undefined) => (place === 'new' ? undefined : place)

function orderAfter(action: string, order: number[]): number[] {
  const [direction, place] = action.split('-')
  return direction === 'up' || direction === 'down' ? moved(order, Number(place), direction) : order
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
