/** @jsxImportSource hono/jsx */
import { describeFailure, findFailures } from '../theme/contrast.js'
import {
  COLOR_KEYS,
  COLOR_LABELS,
  type ColorKey,
  MAX_RADIUS,
  opaqueOf,
  type ProgramTheme,
  SCHEME_LABELS,
  SCHEMES,
  type Scheme,
  toCss,
  toJson,
  toTheme,
} from '../theme/program-theme.js'
import { ErrorOf, type FieldErrors } from './content-controls.js'
import { Csrf } from './layout.js'
import type { Session } from './session.js'
import { SourceField } from './source-field.js'
import { colorName, type ThemeTexts } from './theme-form.js'
import { EDITOR } from './zone-preview.js'

interface ThemeFieldsProps {
  session: Session
  texts: ThemeTexts
  tag: string
  errors: FieldErrors
}

/** The form of a theme. `editor.js` shows each change in the preview, and keeps palette and text alike. */
export const ThemeFields = ({ session, texts, tag, errors }: ThemeFieldsProps) => (
  <form method="post" action="/console/theme" class="sheet" id={EDITOR} novalidate>
    <Csrf session={session} />
    <input type="hidden" name="tag" value={tag} />
    {/* The key Enter presses the first button of a form. */}
    <button name="action" value="preview" hidden>
      Preview
    </button>
    {SCHEMES.map(scheme => (
      <fieldset class="colors">
        <legend>Colors, {SCHEME_LABELS[scheme].toLowerCase()}</legend>
        {COLOR_KEYS.map(key => (
          <ColorField scheme={scheme} colorKey={key} texts={texts} errors={errors} />
        ))}
      </fieldset>
    ))}
    <fieldset class="colors">
      <legend>Shape</legend>
      <TextField
        name="radius"
        label="Radius of a button, in pixels"
        texts={texts}
        errors={errors}
        inputmode="decimal"
        placeholder={`0 to ${MAX_RADIUS}`}
      />
      <TextField name="font" label="Font" texts={texts} errors={errors} placeholder="the font of the page" />
    </fieldset>
    <p class="hint">
      A color can be written as in CSS: <code>#0b6b3a</code> or <code>rgb(11 107 58 / 80%)</code>. An empty field has
      the widgets’ own value. “Reset” fills in the own values of the widgets, and saves nothing.
    </p>
    <p class="actions">
      <button name="action" value="save" class="main">
        Save
      </button>
      <button name="action" value="preview">
        Preview
      </button>
      <button name="action" value="reset">
        Reset
      </button>
    </p>
  </form>
)

/** The fields by their names, as messages and screen readers name them. */
const LABELS: Record<string, string> = {
  ...Object.fromEntries(
    SCHEMES.flatMap(scheme =>
      COLOR_KEYS.map(key => [colorName(scheme, key), `${COLOR_LABELS[key]}, ${SCHEME_LABELS[scheme].toLowerCase()}`]),
    ),
  ),
  radius: 'Radius',
  font: 'Font',
}

interface FieldsProps {
  texts: ThemeTexts
  errors: FieldErrors
}

interface ColorFieldProps extends FieldsProps {
  scheme: Scheme
  colorKey: ColorKey
}

/** A color as text, which can be transparent, and from a palette, which cannot. */
function ColorField({ scheme, colorKey, texts, errors }: ColorFieldProps) {
  const name = colorName(scheme, colorKey)
  const text = texts[name] ?? ''
  const label = LABELS[name]
  return (
    <div class="color">
      <label for={idOf(name)}>{COLOR_LABELS[colorKey]}</label>
      <input type="color" name={`${name}.picked`} value={opaqueOf(text)} aria-label={`${label}, from a palette`} />
      <input {...inputOf(name, errors)} value={text} aria-label={label} />
      <input type="hidden" name={`${name}.was`} value={text} />
      <ErrorOf name={name} errors={errors} />
    </div>
  )
}

interface TextFieldProps extends FieldsProps {
  name: string
  label: string
  placeholder: string
  inputmode?: 'decimal'
}

const TextField = ({ name, label, texts, errors, ...attributes }: TextFieldProps) => (
  <div class="shape">
    <label for={idOf(name)}>{label}</label>
    <input {...inputOf(name, errors)} value={texts[name]} {...attributes} />
    <ErrorOf name={name} errors={errors} />
  </div>
)

const idOf = (name: string) => name.replaceAll('.', '-')

const inputOf = (name: string, errors: FieldErrors) => ({
  id: idOf(name),
  name,
  maxlength: 100,
  autocomplete: 'off',
  spellcheck: false,
  'aria-describedby': errors[name] ? `${idOf(name)}-error` : undefined,
  'aria-invalid': errors[name] ? ('true' as const) : undefined,
})

/** Names the fields that cannot be used. */
export const Unusable = ({ errors }: { errors: FieldErrors }) => (
  <>
    {Object.entries(errors).map(([name, message]) => (
      <p class="hint">
        {LABELS[name]}: {message} The preview shows the widgets’ own value.
      </p>
    ))}
  </>
)

/** Says what is hard to read, and offers the nearest colors that pass. */
export function Contrast({ theme }: { theme: ProgramTheme }) {
  const failures = findFailures(theme)
  if (!failures.length) return <p class="hint">Every text has the contrast of WCAG 2.2 AA.</p>
  return (
    <div class="warnings">
      <strong>The contrast is too low.</strong> Choose a color that passes:
      <ul>
        {failures.map(failure => (
          <li>
            {SCHEME_LABELS[failure.scheme]}: {describeFailure(failure)}
            <span class="offers">
              {failure.offers.map(({ key, value }) => (
                <button class="small" name="take" value={`${colorName(failure.scheme, key)}=${value}`} form={EDITOR}>
                  <Swatch color={value} /> {COLOR_LABELS[key]}: {value}
                </button>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The policy of the page blocks inline styles. */
const Swatch = ({ color }: { color: string }) => (
  <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
    <rect width="1" height="1" fill={color} />
  </svg>
)

interface PasteThemeProps {
  source: string
  /** The zone that the preview shows. */
  zone: string | undefined
  isOpen: boolean
}

/** A longer text does not fit into an address. A theme is much shorter. */
const MAX_PASTED = 4000

/** The form that puts the JSON of a theme into the fields. A link of the same form does the same. */
export const PasteTheme = ({ source, zone, isOpen }: PasteThemeProps) => (
  <details class="difference paste" open={isOpen}>
    <summary>Paste a theme</summary>
    <form method="get" action="/console/theme">
      <label for="theme">JSON</label>
      <p class="hint" id="theme-hint">
        What the theme editor of the documentation gives for the console, or the value of the attribute{' '}
        <code>theme</code> of a zone. It fills the fields below, and saves nothing.
      </p>
      <SourceField name="theme" rows={6} maxlength={MAX_PASTED} source={source} hint="theme-hint" hasErrors={isOpen} />
      {zone && <input type="hidden" name="zone" value={zone} />}
      <button>Fill in the fields</button>
    </form>
  </details>
)

/** The saved theme, as the pages of the brand set it. */
export const ThemeOnPages = ({ theme }: { theme: ProgramTheme }) => (
  <section id="pages" class="sheet" aria-labelledby="pages-title">
    <h2 id="pages-title">Put it on your pages</h2>
    {Object.keys(toJson(theme)).length === 0 ? (
      <p>Until you save a theme, there is nothing to do: the widgets have their own colors, radius and font.</p>
    ) : findFailures(theme).length ? (
      <p>The saved theme appears here as CSS and JSON when its contrast is sufficient.</p>
    ) : (
      <>
        <p>
          This is the saved theme. The platform does not send it to your pages: they decide how their widgets look. Add
          the CSS to your style sheet, for every widget, or give one zone the attribute <code>theme</code>.
        </p>
        <Output name="CSS" text={toCss(theme)} />
        {SCHEMES.map(scheme => (
          <Output
            name={`JSON of one zone, ${SCHEME_LABELS[scheme].toLowerCase()}`}
            text={JSON.stringify(toTheme(theme, scheme), null, 2)}
          />
        ))}
        <Output name="JSON for the theme editor and for other consoles" text={JSON.stringify(toJson(theme), null, 2)} />
      </>
    )}
  </section>
)

const Output = ({ name, text }: { name: string; text: string }) => (
  <details class="difference" open={name === 'CSS'}>
    <summary>{name}</summary>
    <pre class="code" tabindex={0}>
      <span>{text.trimEnd()}</span>
    </pre>
  </details>
)
