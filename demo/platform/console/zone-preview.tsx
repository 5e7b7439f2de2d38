/** @jsxImportSource hono/jsx */
import { isDeepStrictEqual } from 'node:util'
import { unsupportedIn } from '../../../widgets/creative/unsupported-html.js'
import type { Conditions } from '../campaign/conditions.js'
import { missingData } from '../campaign/needed-data.js'
import { type Creative, readZoneSource } from '../campaign/zone-source.js'
import { describeFailure, findFailures } from '../theme/contrast.js'
import { type ProgramTheme, SCHEME_LABELS, SCHEMES } from '../theme/program-theme.js'
import { languages, type PreviewLook } from '../zones/preview-look.js'
import { creativesIn, linesOf, type RawCreative } from './creative-form.js'
import { describeAudience } from './describe-audience.js'
import { lowContrastOfHtml } from './html-contrast.js'
import { missingTranslations } from './missing-translations.js'
import { frameOf, PreviewFrame } from './preview-frame.js'
import type { ZoneOnPage } from './zone-on-page.js'

/** The id of the form whose draft the preview shows. */
export const EDITOR = 'editor'

interface ZonePreviewProps {
  zone: ZoneOnPage
  theme: ProgramTheme
  programOrigin: string
}

/**
 * The preview of what is edited: of the creative in the form, or of each creative in the JSON. It shows the saved version until there is a draft.
 * `editor.js` shows the draft while the user types.
 */
export function ZonePreview({ zone, theme, programOrigin }: ZonePreviewProps) {
  const { name, shown, preview, edited } = zone
  const { draft, problem, look, width } = preview
  const creatives = creativesToSave(zone)
  const missing = [...new Set(creatives.flatMap(({ content }) => missingData(content)))]
  const previewed = draft ?? (edited?.place === 'new' ? undefined : shown)
  const all = previewed ? (readZoneSource(previewed.source).value?.creatives ?? []) : []
  const frames = all.map((creative, index) => ({
    creative,
    index,
    ...frameOf({ programOrigin, preview_key: previewed!.preview_key, zone_name: name, creative, index, look, theme }),
  }))
  const only = edited && (draft ? frames[0] : frames[Number(edited.place)])
  return (
    <section class="preview" id="preview" aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <Look look={look} width={width} />
      <div id="preview-notes" class="notes" role="status">
        {problem && <p class="hint">{problem}</p>}
        <Warnings title="Missing data" of={missing} />
        <Warnings title="Missing translations" of={missingTranslations(creatives)} />
        <Warnings
          title="Not supported"
          of={creatives.filter(({ type }) => type === 'html').flatMap(unsupportedInFrame)}
        />
        <LowContrast theme={theme} scheme={look.scheme} ofHtml={lowContrastOfHtml(creatives)} />
        <p class="hint">
          {isSaved(zone) ? `Version ${shown!.version}.` : draft ? 'Your draft. It is not saved.' : 'Not saved.'}
        </p>
      </div>
      <div id="preview-frames" class="frames">
        {only && <Frame {...only} />}
        {!edited && <FrameOfEach frames={frames} />}
        {!only && !frames.length && <p class="empty">Nothing to show yet.</p>}
      </div>
      <input type="hidden" name="preview.key" form={EDITOR} value={draft?.preview_key ?? ''} />
    </section>
  )
}

const Warnings = ({ title, of }: { title: string; of: string[] }) =>
  of.length ? (
    <div class="warnings">
      <strong>{title}</strong>
      <ul>
        {of.map(warning => (
          <li>{warning}</li>
        ))}
      </ul>
    </div>
  ) : null

/** Names what does not work in the frame that shows an HTML creative. */
function unsupportedInFrame(creative: RawCreative): string[] {
  const faults = unsupportedIn(linesOf(creative))
  const audience = describeAudience((creative.when ?? {}) as Conditions)
  return faults.length
    ? [`${audience}: the HTML contains ${faults.join(' and ')}, which do not work in its frame.`]
    : []
}

interface LowContrastProps {
  theme: ProgramTheme
  scheme: PreviewLook['scheme']
  /** What is hard to read in the HTML of the creatives, which has colors of its own. */
  ofHtml: string[]
}

/** Names what is hard to read in the theme of the program, in the color scheme of the preview, and in the HTML of the creatives. */
function LowContrast({ theme, scheme, ofHtml }: LowContrastProps) {
  const failures = findFailures(theme, scheme && [scheme])
  if (!failures.length && !ofHtml.length) return null
  return (
    <div class="warnings">
      <strong>Low contrast</strong>
      <ul>
        {failures.map(failure => (
          <li>
            {SCHEME_LABELS[failure.scheme]}: {describeFailure(failure)}
          </li>
        ))}
        {ofHtml.map(failure => (
          <li>{failure}</li>
        ))}
      </ul>
      {failures.length > 0 && <a href="/console/theme">Change the theme</a>}
    </div>
  )
}

/** The creatives as they would be saved. */
function creativesToSave({ edited, preview: { draft }, shown, source }: ZoneOnPage): RawCreative[] {
  if (!edited) return creativesIn((draft ?? shown)?.source ?? NO_CREATIVES)
  const { place, creative } = edited
  const saved = creativesIn(source)
  const all = place === 'new' ? [creative, ...saved] : saved.with(place, creative)
  return all.filter(({ content }) => content !== undefined)
}

/** Whether the preview shows what the version has. */
function isSaved({ shown, edited, source, preview: { draft } }: ZoneOnPage): boolean {
  if (!shown) return false
  if (!edited) return !draft || draft.source === shown.source
  const { place, creative } = edited
  return place !== 'new' && isDeepStrictEqual(creative, creativesIn(source)[place])
}

/** The source of a new zone in the form. */
export const NO_CREATIVES = '{"creatives":[]}'

/** The controls of the page on which the preview shows the zone. The width needs no request. */
const Look = ({ look, width }: { look: PreviewLook; width: ZoneOnPage['preview']['width'] }) => (
  <div class="look">
    <fieldset>
      <legend>Width</legend>
      {(['desktop', 'phone'] as const).map(value => (
        <label>
          <input type="radio" name="preview.width" form={EDITOR} value={value} checked={width === value} />{' '}
          {value === 'phone' ? 'Phone' : 'Desktop'}
        </label>
      ))}
    </fieldset>
    <label>
      Colors
      <select name="preview.scheme" form={EDITOR}>
        <option value="">System</option>
        {SCHEMES.map(value => (
          <option value={value} selected={look.scheme === value}>
            {SCHEME_LABELS[value]}
          </option>
        ))}
      </select>
    </label>
    <label>
      Language
      <select name="preview.language" form={EDITOR}>
        {Object.entries(languages).map(([tag, language]) => (
          <option value={tag} selected={look.language === tag}>
            {language}
          </option>
        ))}
      </select>
    </label>
    <label class="choice">
      <input type="checkbox" name="preview.direction" form={EDITOR} value="rtl" checked={look.isRightToLeft} /> Right to
      left
    </label>
  </div>
)

interface CreativeFrame {
  creative: Creative
  index: number
  src: string
  message: string
}

const Frame = ({ creative, src, message }: CreativeFrame) => (
  <PreviewFrame title={`Zone for: ${describeAudience(creative.when)}`} src={src} message={message} />
)

/** A frame for each creative. Only the selected one is visible: at first, the first one without conditions. */
function FrameOfEach({ frames }: { frames: CreativeFrame[] }) {
  const forEverybody = frames.findIndex(({ creative }) => Object.keys(creative.when).length === 0)
  return (
    <fieldset class="audiences">
      <legend>Seen by</legend>
      {frames.map(frame => (
        <>
          <input
            type="radio"
            name="audience"
            id={`audience-${frame.index}`}
            checked={frame.index === Math.max(0, forEverybody)}
          />
          <label for={`audience-${frame.index}`}>{describeAudience(frame.creative.when)}</label>
          <Frame {...frame} />
        </>
      ))}
    </fieldset>
  )
}
