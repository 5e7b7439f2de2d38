import { blend, clampChroma, converter, formatHex, formatHex8, parse, wcagContrast } from 'culori'
import { type ColorKey, type Colors, type ProgramTheme, SCHEMES, type Scheme } from './program-theme.js'

/** The least contrast of text, by WCAG 2.2 AA (1.4.3). Nothing else needs a contrast: buttons and bars of progress have texts. */
export const LEAST_CONTRAST = 4.5

/** The same for text of at least 24 pixels. */
export const LEAST_CONTRAST_OF_LARGE = 3
export const LARGE_PIXELS = 24

/** A text and what is behind it. */
interface Pair {
  name: string
  front: ColorKey
  back: ColorKey
  /** How much of the front color is drawn. Default: all of it. */
  opacity?: number
}

const PAIRS: Pair[] = [
  { name: 'The text of the main button', front: 'accentText', back: 'accent' },
  // The smallest text is drawn with three quarters of its color.
  { name: 'Small text', front: 'text', back: 'surface', opacity: 0.75 },
  { name: 'The text of a field or a secondary button', front: 'text', back: 'soft' },
  { name: 'The text of a secondary button under the pointer', front: 'text', back: 'line' },
]

/** A color that passes where the present one fails. */
export interface Offer {
  key: ColorKey
  value: string
}

export interface Failure {
  scheme: Scheme
  name: string
  ratio: number
  /** The nearest colors that pass: of the front, and of the back. */
  offers: Offer[]
}

/** A page behind the widgets, if their background is transparent. */
const PAGE: Record<Scheme, string> = { light: '#ffffff', dark: '#000000' }

/** The pairs whose contrast is too low, in these schemes. */
export const findFailures = (theme: ProgramTheme, schemes: readonly Scheme[] = SCHEMES): Failure[] =>
  schemes.flatMap(scheme => {
    const colors = { ...theme[scheme], surface: drawOver(PAGE[scheme], theme[scheme].surface) }
    return failuresOf(colors).map(failure => ({ ...failure, scheme }))
  })

/** The ratio is rounded down, so that none that fails looks as if it passed. */
export const describeFailure = ({ name, ratio, least = LEAST_CONTRAST }: Contrast): string =>
  `${name} has ${(Math.floor(ratio * 10) / 10).toFixed(1)} to 1 and needs ${least}.`

/** The contrast of a text, and the least that it needs. Default: that of small text. */
interface Contrast {
  name: string
  ratio: number
  least?: number
}

export const isOpaque = (color: string): boolean => (parse(color)?.alpha ?? 1) === 1

/** The contrast of a text with the opaque color behind it. */
export const contrastOf = (front: string, back: string, opacity?: number): number =>
  wcagContrast(drawOver(formatHex(back), front, opacity), formatHex(back))

/** The nearest shade of a color that fits: the same hue, only as much lighter or darker as it takes. */
export function nearestShade(text: string, fits: (shade: string) => boolean): string | undefined {
  const color = toOklch(parse(text)!)
  const format = (color.alpha ?? 1) < 1 ? formatHex8 : formatHex
  for (let step = 1; step <= STEPS; step++)
    for (const l of [color.l - step / STEPS, color.l + step / STEPS]) {
      const shade = l >= 0 && l <= 1 && format(clampChroma({ ...color, l }, 'oklch'))
      if (shade && fits(shade)) return shade
    }
  return undefined
}

const toOklch = converter('oklch')
const STEPS = 250

function failuresOf(colors: Colors): Omit<Failure, 'scheme'>[] {
  return PAIRS.filter(pair => !passes(colors, pair)).map(pair => {
    const { name, front, back } = pair
    const offers = [front, back].flatMap(key => {
      const value = findOffer(colors, key, pair)
      return value ? [{ key, value }] : []
    })
    return { name, ratio: contrastIn(colors, pair), offers }
  })
}

const passes = (colors: Colors, pair: Pair) => contrastIn(colors, pair) >= LEAST_CONTRAST

const contrastIn = (colors: Colors, { front, back, opacity }: Pair): number =>
  contrastOf(colors[front], drawOver(colors.surface, colors[back]), opacity)

/** A shade with which the pair passes: best so that every other pair of that color passes, too. */
function findOffer(colors: Colors, key: ColorKey, pair: Pair): string | undefined {
  const all = PAIRS.filter(({ front, back }) => front === key || back === key)
  const findShade = (pairs: Pair[]) =>
    nearestShade(colors[key], value => pairs.every(each => passes({ ...colors, [key]: value }, each)))
  return findShade(all) ?? findShade([pair])
}

/** A color over an opaque one, as a screen shows it: a screen has nothing outside of sRGB. */
function drawOver(behind: string, color: string, opacity = 1): string {
  const shown = parse(formatHex8(color))!
  return formatHex(blend([behind, { ...shown, alpha: (shown.alpha ?? 1) * opacity }]))
}
