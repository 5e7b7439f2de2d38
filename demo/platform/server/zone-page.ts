import { z } from 'zod'
import { addVersion, lockCampaign, zoneVersions } from '../campaign/campaign-version.js'
import { checkZoneName } from '../campaign/render-zone.js'
import { readZoneSource } from '../campaign/zone-source.js'
import type { Domain } from '../domain.js'
import { type BodyShape, parseBody } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import { demo } from '../store/seed.js'
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

/** The maximum size of the form: the longest source, percent-encoded. */
const MAX_FORM_BYTES = 2 * 1024 * 1024

/** A version number in a form. Empty for a new zone. */
const versionNumber = z
  .string()
  .regex(/^\d*$/)
  .transform(text => (text === '' ? undefined : Number(text)))

const edit = {
  schema: z.object({
    source: z.string().transform(text => text.replaceAll('\r\n', '\n')),
    message: z.string().trim().max(200),
    /** The version that was edited. */
    parent: versionNumber,
    /** The newest version when the page was loaded. */
    newest: versionNumber,
    action: z.enum(['draft', 'publish']),
  }),
  accepts: ['form'],
  largest: MAX_FORM_BYTES,
} satisfies BodyShape

/** `POST /zones/{zone_name}`: saves a draft or publishes. Shows the form again if the source is invalid or somebody else saved a version. */
export async function saveZone(c: ServerContext): Promise<Response> {
  checkOrigin(c)
  const name = nameInPath(c)
  const { source, message, parent, newest, action } = await parseBody(c.req.raw, edit)
  return c.env.db.transaction(async db => {
    const domain: Domain = { ...c.env, db }
    await lockCampaign(domain)
    const versions = await zoneVersions(domain, name)
    const shown = versions.find(({ version }) => version === parent)
    const formAgain = { name, versions, shown, source, message }
    const { error } = readZoneSource(source)
    if (error !== undefined) return renderZonePage(c, { ...formAgain, error }, 422)
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

/** Protects against CSRF: the form must come from a page of this origin. */
function checkOrigin(c: ServerContext): void {
  const origin = c.req.header('Origin')
  if (origin === undefined || origin === c.env.settings.serverOrigin) return
  throw new RestError('access_denied', 'The form must be sent from the page of a zone')
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
