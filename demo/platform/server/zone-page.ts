import { addVersion, lockCampaign, zoneVersions } from '../campaign/campaign-version.js'
import { checkZoneName } from '../campaign/render-zone.js'
import { readZoneSource } from '../campaign/zone-source.js'
import type { Domain } from '../domain.js'
import { parseBody } from '../http/body.js'
import { demo } from '../store/seed.js'
import { checkOrigin, versionEdit } from './edit-form.js'
import type { ServerContext } from './server-call.js'
import { renderZonePage } from './zone-editor.js'

/** `GET /zones/{zone_name}?version=`: the page for editing a zone, with its newest or another version. */
export async function showZone(c: ServerContext): Promise<Response> {
  const name = nameInPath(c)
  const versions = await zoneVersions(c.env, name)
  const selected = Number(c.req.query('version'))
  const saved = Number(c.req.query('saved'))
  const shown = versions.find(({ version }) => version === selected) ?? versions[0]
  const source = shown?.source ?? emptyZone
  return renderZonePage(c, { name, versions, shown, source, saved: versions.find(({ version }) => version === saved) })
}

/** `POST /zones/{zone_name}`: saves a draft or publishes. Shows the form again if the source is invalid or somebody else saved a version. */
export async function saveZone(c: ServerContext): Promise<Response> {
  checkOrigin(c)
  const name = nameInPath(c)
  const { source, message, parent, newest, action } = await parseBody(c.req.raw, versionEdit)
  return c.env.db.transaction(async db => {
    const domain: Domain = { ...c.env, db }
    await lockCampaign(domain)
    const versions = await zoneVersions(domain, name)
    const shown = versions.find(({ version }) => version === parent)
    const formAgain = { name, versions, shown, source, message }
    const { errors } = readZoneSource(source)
    if (errors) return renderZonePage(c, { ...formAgain, error: errors[0].message }, 422)
    if (versions[0]?.version !== newest) return renderZonePage(c, { ...formAgain, newer: versions[0] }, 409)
    const version = await addVersion(domain, {
      zones: { [name]: source },
      editorId: demo.marketerId,
      message,
      parent,
      publish: action === 'publish',
      at: new Date(c.env.settings.now()),
    })
    return c.redirect(`/zones/${name}?saved=${version}`, 303)
  })
}

function nameInPath(c: ServerContext): string {
  const name = c.req.param('zone_name')!
  checkZoneName(name)
  return name
}

/** The initial source of a new zone. */
const emptyZone = JSON.stringify(
  {
    creatives: [
      {
        content: {
          widget: 'cta',
          style: 'banner',
          text: 'Your text',
          opens: { zone: 'share_experience' },
        },
      },
    ],
  },
  null,
  2,
)
