import { z } from 'zod'
import { addVersion, lockCampaign, zoneVersions } from '../campaign/campaign-version.js'
import { checkZoneName } from '../campaign/render-zone.js'
import { readZoneSource } from '../campaign/zone-source.js'
import type { Domain } from '../domain.js'
import { type BodyShape, takeBody } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import { demo } from '../store/seed.js'
import type { ServerContext } from './server-call.js'
import { drawZone } from './zone-editor.js'

/** `GET /zones/{zone_name}?version=`: the page for editing a zone, with its newest or another version. */
export async function showZone(c: ServerContext): Promise<Response> {
  const name = nameInPath(c)
  const versions = await zoneVersions(c.env, name)
  const asked = Number(c.req.query('version'))
  const saved = Number(c.req.query('saved'))
  const shown = versions.find(({ version }) => version === asked) ?? versions[0]
  const source = shown?.source ?? emptyZone
  return drawZone(c, { name, versions, shown, source, saved: versions.find(({ version }) => version === saved) })
}

/** The maximum size of the form: the longest source, percent-encoded. */
const MAX_FORM_BYTES = 2 * 1024 * 1024

const whole = z
  .string()
  .regex(/^\d*$/)
  .transform(text => (text === '' ? undefined : Number(text)))

const edit = {
  schema: z.object({
    source: z.string().transform(text => text.replaceAll('\r\n', '\n')),
    message: z.string().trim().max(200),
    /** The version that was edited. */
    parent: whole,
    /** The newest version when the page was loaded. */
    newest: whole,
    action: z.enum(['draft', 'publish']),
  }),
  accepts: ['form'],
  largest: MAX_FORM_BYTES,
} satisfies BodyShape

/** `POST /zones/{zone_name}`: saves a draft or publishes. Shows the form again if the source is invalid or somebody else saved a version. */
export async function saveZone(c: ServerContext): Promise<Response> {
  refuseForgery(c)
  const name = nameInPath(c)
  const { source, message, parent, newest, action } = await takeBody(c.req.raw, edit)
  return c.env.db.transaction(async db => {
    const domain: Domain = { ...c.env, db }
    await lockCampaign(domain)
    const versions = await zoneVersions(domain, name)
    const shown = versions.find(({ version }) => version === parent)
    const again = { name, versions, shown, source, message }
    const { fault } = readZoneSource(source)
    if (fault !== undefined) return drawZone(c, { ...again, fault }, 422)
    if (versions[0]?.version !== newest) return drawZone(c, { ...again, newer: versions[0] }, 409)
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

/** Protects against CSRF: the form must come from a page of this origin. */
function refuseForgery(c: ServerContext): void {
  const origin = c.req.header('Origin')
  if (origin === undefined || origin === c.env.settings.serverOrigin) return
  throw new RestError('access_denied', 'The form must be sent from the page of the zone')
}

function nameInPath(c: ServerContext): string {
  const name = c.req.param('zone_name')!
  checkZoneName(name)
  return name
}

const emptyZone = JSON.stringify(
  {
    creatives: [
      {
        content: {
          widget: 'cta',
          style: 'banner',
          text: 'What is it about?',
          opens: { zone: 'share_experience' },
        },
      },
    ],
  },
  null,
  2,
)
