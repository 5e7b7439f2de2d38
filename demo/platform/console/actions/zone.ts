import { addVersion, lockCampaign, zoneVersions } from '../../campaign/campaign-version.js'
import { readZoneSource } from '../../campaign/zone-source.js'
import type { Domain } from '../../domain.js'
import { validate } from '../../http/body.js'
import type { ConsoleContext } from '../console-context.js'
import { showZonePage, type ZoneOnPage, zoneInPath } from '../pages/zone.js'
import { zonePath } from '../pages/zones.js'
import { versionEdit } from '../version-edit.js'

/** `POST /console/zones/{zone_name}`: saves a draft or publishes. Shows the form again if the source is invalid or somebody else saved a version. */
export async function saveZone(c: ConsoleContext): Promise<Response> {
  const name = zoneInPath(c)
  const { source, message, parent, newest, action } = validate(versionEdit, c.var.fields)
  const { errors } = readZoneSource(source)
  const { version, versions } = await c.env.db.transaction(async db => {
    const domain: Domain = { ...c.env, db }
    await lockCampaign(domain)
    const versions = await zoneVersions(domain, name)
    if (errors || versions[0]?.version !== newest) return { versions }
    const version = await addVersion(domain, {
      zones: { [name]: source },
      editorId: c.var.session.user_id,
      message,
      parent,
      publish: action === 'publish',
      at: new Date(c.env.settings.now()),
    })
    return { version, versions }
  })
  if (version) return c.redirect(`${zonePath(name)}?saved=${version}`, 303)
  const shown = versions.find(each => each.version === parent)
  const zone: ZoneOnPage = { name, versions, shown, source, message }
  return showZonePage(c, errors ? { ...zone, errors } : { ...zone, newer: versions[0] })
}
