/** @jsxImportSource hono/jsx */
import { type ZoneVersion, zoneVersions } from '../../campaign/campaign-version.js'
import { liveRulesOf } from '../../campaign/live-program.js'
import { clientTheme } from '../../theme/client-theme.js'
import { checkZoneName } from '../../zones/zone-name.js'
import { campaignPath } from '../campaign-in-path.js'
import type { ConsoleContext } from '../console-context.js'
import { creativesIn, readOrder } from '../creative-form.js'
import { formEventsIn } from '../form-events.js'
import { showPage } from '../layout.js'
import { Conflict, Success } from '../message.js'
import { previewSettings } from '../preview-draft.js'
import { previewPolicy } from '../preview-frame.js'
import { SourceErrors } from '../source-errors.js'
import { answersPath, type ZoneCampaign, zoneCampaign, zonePath } from '../zone-campaign.js'
import { ZoneEditor } from '../zone-editor.js'
import { ZoneForm } from '../zone-form.js'
import { ZoneHistory } from '../zone-history.js'
import type { EditedCreative, ZoneOnPage } from '../zone-on-page.js'
import { NO_CREATIVES, ZonePreview } from '../zone-preview.js'
import { liveOf } from './zones.js'

/**
 * `GET /console/zones/{zone_name}?campaign=&version=&creative=&as=&saved=&language=&direction=&scheme=&width=`: the page for editing a zone, with
 * its newest or another version.
 */
export async function showZone(c: ConsoleContext): Promise<Response> {
  const name = zoneInPath(c)
  const campaign = await zoneCampaign(c)
  const versions = await zoneVersions(c.env, name, campaign.campaignId)
  const versionOf = (number: string | undefined) => versions.find(({ version }) => String(version) === number)
  const shown = versionOf(c.req.query('version')) ?? versions[0]
  const isJson = c.req.query('as') === 'json'
  const source = shown?.source ?? (isJson ? exampleZone : NO_CREATIVES)
  const edited = isJson
    ? undefined
    : { ...creativeToEdit(source, c.req.query('creative')), audiences: await audiencesOf(c, campaign) }
  const newest = versions[0]?.version
  const preview = previewSettings(setting => c.req.query(setting), edited?.creative)
  return showZonePage(
    c,
    { ...campaign, name, versions, shown, newest, source, message: '', edited, preview },
    versionOf(c.req.query('saved')),
  )
}

/** The creative in the query, else the first one for everybody, else the first one. */
function creativeToEdit(source: string, creative: string | undefined): Omit<EditedCreative, 'audiences'> {
  const creatives = creativesIn(source)
  const forEverybody = creatives.findIndex(({ when = {} }) => Object.keys(when).length === 0)
  const place = placeIn(source, creative) ?? (creatives.length ? Math.max(0, forEverybody) : 'new')
  return {
    place,
    creative: place === 'new' ? {} : creatives[place]!,
    errors: {},
    order: readOrder(undefined, source),
  }
}

/** The names of the audiences in the live program of the zone's campaign. */
export const audiencesOf = async (c: ConsoleContext, { campaignId }: ZoneCampaign): Promise<string[]> =>
  campaignId === undefined ? [] : Object.keys((await liveRulesOf(c.env, campaignId)).audiences)

/** The place of a creative in a path or query. Undefined if the zone has no such creative. */
export function placeIn(source: string, text: string | undefined): number | 'new' | undefined {
  if (text === 'new') return text
  const place = Object.keys(creativesIn(source)).indexOf(text ?? '')
  return place < 0 ? undefined : place
}

/** The name of the zone in the path. Throws `invalid_zone_name`. */
export function zoneInPath(c: ConsoleContext): string {
  const name = c.req.param('zone_name')!
  checkZoneName(name)
  return name
}

/** Shows a zone with its editor, its preview and its history. `saved` is the version that was just saved. */
export async function showZonePage(c: ConsoleContext, zone: ZoneOnPage, saved?: ZoneVersion): Promise<Response> {
  const { versions, source, errors, newer, edited } = zone
  const isInvalid = errors || Object.keys(edited?.errors ?? {}).length > 0
  const { programOrigin } = c.env.settings
  const theme = await clientTheme(c.env)
  return showPage(
    c,
    {
      title: zone.name,
      lead: (
        <>
          <a href="/console/zones">All zones</a>
          {zone.campaign && (
            <>
              . Campaign <a href={campaignPath(zone.campaign)}>{zone.campaign}</a>
            </>
          )}
          {formEventsIn(zone.name, versions).size > 0 && (
            <>
              . <a href={answersPath(zone.name, { campaign: zone.campaign })}>Answers to its forms</a>
            </>
          )}
        </>
      ),
      policy: previewPolicy(programOrigin),
      styles: ['campaigns.css', 'zones.css'],
      script: 'editor.js',
      children: (
        <>
          {newer && (
            <Conflict href={zonePath(zone.name, { campaign: zone.campaign, version: String(newer) })} version={newer} />
          )}
          {saved && <Success>{savedText(saved, versions)}</Success>}
          {errors && <SourceErrors source={source} errors={errors} />}
          <Editors zone={zone} />
          <div class="workbench">
            {edited ? (
              <ZoneForm session={c.var.session} zone={zone} edited={edited} />
            ) : (
              <ZoneEditor session={c.var.session} zone={zone} />
            )}
            <ZonePreview zone={zone} theme={theme} programOrigin={programOrigin} />
          </div>
          {versions.length > 0 && <ZoneHistory session={c.var.session} zone={zone} />}
        </>
      ),
    },
    isInvalid ? 422 : newer ? 409 : 200,
  )
}

/** Links to the form and to the JSON. */
function Editors({ zone: { name, campaign, shown, edited } }: { zone: ZoneOnPage }) {
  const hrefOf = (editor: string) => zonePath(name, { campaign, version: shown && String(shown.version), as: editor })
  return (
    <nav class="tabs" aria-label="Editor">
      <ul>
        <li>
          <a href={hrefOf('form')} aria-current={edited ? 'page' : undefined}>
            Form
          </a>
        </li>
        <li>
          <a href={hrefOf('json')} aria-current={edited ? undefined : 'page'}>
            JSON
          </a>
        </li>
      </ul>
    </nav>
  )
}

function savedText({ version, source }: ZoneVersion, versions: ZoneVersion[]): string {
  if (version !== liveOf(versions)?.version) return `Version ${version} is saved as a draft.`
  const isEmpty = creativesIn(source).length === 0
  return `Version ${version} is live${isEmpty ? ', but the zone shows nothing: it has no creative. Add one.' : '.'}`
}

/** The initial JSON of a new zone. It has no text: nobody has written one. */
const exampleZone = JSON.stringify(
  { creatives: [{ content: { widget: 'share', shareable: '{{shareable}}' } }] },
  null,
  2,
)
