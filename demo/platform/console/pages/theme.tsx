/** @jsxImportSource hono/jsx */
import { type ZoneVersion, zoneVersions } from '../../campaign/campaign-version.js'
import { readSource, type SourceResult } from '../../campaign/read-source.js'
import { kindsIn, readZoneSource } from '../../campaign/zone-source.js'
import { clientTheme, themeTag } from '../../theme/client-theme.js'
import { findFailures } from '../../theme/contrast.js'
import { type ProgramTheme, SCHEME_LABELS, SCHEMES, toJson } from '../../theme/program-theme.js'
import { themeJson } from '../../theme/theme-json.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { ChangedMeanwhile, Failure, Success } from '../message.js'
import { frameOf, PreviewFrame, previewPolicy } from '../preview-frame.js'
import { SourceErrors } from '../source-errors.js'
import { Contrast, PasteTheme, ThemeFields, ThemeOnPages, Unusable } from '../theme-fields.js'
import { type ThemeTexts, textsOf, themeOf } from '../theme-form.js'
import { EDITOR } from '../zone-preview.js'

interface ThemeForm {
  /** Default: those of the theme that is saved. */
  texts?: ThemeTexts | undefined
  /** Stands for the theme when the form was opened. Default: the one that is saved. */
  tag?: string
  /** The zone that the preview shows. Default: the one in the query. */
  zone?: string | undefined
  /** Why nothing was saved. `changed`: somebody else has saved another theme since the form was opened. */
  problem?: 'invalid' | 'changed'
}

/** `GET /console/theme?theme=&zone=`: the theme of the program. With `theme`, its JSON is in the form, but not saved. */
export async function showTheme(c: ConsoleContext): Promise<Response> {
  const pasted = c.req.query('theme')
  const read = pasted === undefined ? undefined : readSource(pasted, themeJson, 'theme')
  const texts = read?.value && textsOf(read.value)
  return showThemePage(c, { texts }, pasted === undefined ? undefined : { source: pasted, ...read! })
}

/** JSON that was pasted, or that a link has. */
type PastedTheme = SourceResult<ProgramTheme> & { source: string }

/** Shows the form, the preview of what is in it, and what the pages of the brand need. */
export async function showThemePage(c: ConsoleContext, form: ThemeForm, pasted?: PastedTheme): Promise<Response> {
  const saved = await clientTheme(c.env)
  const { texts = textsOf(saved), problem } = form
  const { theme, errors } = themeOf(texts)
  const { programOrigin } = c.env.settings
  const zones = zonesIn(await zoneVersions(c.env))
  const chosen = form.zone ?? c.req.query('zone')
  const zone = zones.find(each => idOf(each) === chosen) ?? zones.find(showsShare) ?? zones[0]
  return showPage(
    c,
    {
      title: 'Theme',
      lead: 'How the widgets of your program look: their colors, radius and font. The previews of this console show the saved theme. Your pages set it themselves.',
      policy: previewPolicy(programOrigin),
      styles: ['campaigns.css', 'zones.css', 'theme.css'],
      script: 'editor.js',
      children: (
        <>
          {c.req.query('done') === 'saved' && !problem && <Saved theme={saved} />}
          {problem === 'invalid' && <Failure id="errors">Not saved. Check the marked fields.</Failure>}
          {problem === 'changed' && <ChangedMeanwhile>{JSON.stringify(toJson(saved))}</ChangedMeanwhile>}
          {pasted?.errors && <SourceErrors source={pasted.source} errors={pasted.errors} />}
          {pasted?.value && (
            <Success>The fields have the theme that you have pasted or opened. It is not saved.</Success>
          )}
          <PasteTheme source={pasted?.source ?? ''} zone={zone && idOf(zone)} isOpen={pasted?.errors !== undefined} />
          <div class="workbench">
            <ThemeFields session={c.var.session} texts={texts} tag={form.tag ?? themeTag(saved)} errors={errors} />
            <section class="preview" id="preview" aria-labelledby="preview-title">
              <h2 id="preview-title">Preview</h2>
              <div id="preview-notes" class="notes" role="status">
                <Unusable errors={errors} />
                <Contrast theme={theme} />
              </div>
              <Zones zones={zones} chosen={zone} />
              <div id="preview-frames" class="frames schemes">
                {zone ? (
                  <FrameOfEachScheme programOrigin={programOrigin} zone={zone} theme={theme} />
                ) : (
                  <p class="empty">There is no zone to show yet.</p>
                )}
              </div>
            </section>
          </div>
          <ThemeOnPages theme={saved} />
        </>
      ),
    },
    problem === 'changed' ? 409 : problem || pasted?.errors ? 422 : 200,
  )
}

const Saved = ({ theme }: { theme: ProgramTheme }) =>
  findFailures(theme).length ? (
    <Success>
      The theme is saved, but its contrast is too low. Choose colors that pass before your pages use it.
    </Success>
  ) : (
    <Success>
      The theme is saved. <a href="#pages">Put it on your pages</a>
    </Success>
  )

/** The newest version of each zone that has a creative, by name. */
function zonesIn(versions: ZoneVersion[]): ZoneVersion[] {
  const newest = new Map<string, ZoneVersion>()
  for (const version of versions) if (!newest.has(idOf(version))) newest.set(idOf(version), version)
  return [...newest.values()]
    .filter(({ source }) => kindsIn(source).length > 0)
    .sort((a, b) => idOf(a).localeCompare(idOf(b)))
}

/** Zones of several campaigns can have the same name. */
const idOf = ({ zone_name, campaign_id }: ZoneVersion) => `${zone_name} ${campaign_id}`

const showsShare = ({ source }: ZoneVersion) => kindsIn(source).includes('share')

function Zones({ zones, chosen }: { zones: ZoneVersion[]; chosen: ZoneVersion | undefined }) {
  if (!chosen) return null
  const isOfSeveral = zones.some(({ campaign_id }) => campaign_id !== chosen.campaign_id)
  return (
    <div class="look">
      <label>
        Zone
        <select name="preview.zone" form={EDITOR}>
          {zones.map(zone => (
            <option value={idOf(zone)} selected={zone === chosen}>
              {zone.zone_name}
              {isOfSeveral && ` (${zone.campaign_id})`}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

interface FrameOfEachSchemeProps {
  programOrigin: string
  zone: ZoneVersion
  theme: ProgramTheme
}

/** What everybody sees, light and dark. */
function FrameOfEachScheme({ programOrigin, zone, theme }: FrameOfEachSchemeProps) {
  const { preview_key, zone_name, source } = zone
  const creatives = readZoneSource(source).value?.creatives ?? []
  const index = Math.max(
    0,
    creatives.findIndex(({ when }) => Object.keys(when).length === 0),
  )
  const creative = creatives[index]!
  return (
    <>
      {SCHEMES.map(scheme => {
        const look = { language: 'en', isRightToLeft: false, scheme } as const
        const previewed = { programOrigin, preview_key, zone_name, creative, index, look, theme, isDraftOfTheme: true }
        return (
          <figure>
            <figcaption>{SCHEME_LABELS[scheme]}</figcaption>
            <PreviewFrame title={`${zone_name}, ${SCHEME_LABELS[scheme].toLowerCase()}`} {...frameOf(previewed)} />
          </figure>
        )
      })}
    </>
  )
}
