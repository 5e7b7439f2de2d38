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

/** The pairs whose contrast is too low, in these schemes. */
export const findFailures = (theme: ProgramTheme, schemes: readonly Scheme[] = SCHEMES): Failure[] =>
  schemes.flatMap(scheme => failuresOf(theme[scheme]).map(failure => ({ ...failure, scheme })))

/** The ratio is rounded down, so that none that fails looks as if it passed. */
export const describeFailure = ({ name, ratio, least = LEAST_CONTRAST }: Contrast & { name: string }): string =>
  `${name} has ${(Math.floor(ratio * 10) / 10).toFixed(1)} to 1 and needs ${least}.`

/** The contrast of a text, and the least that it needs. Default: that of small text. */
export interface Contrast {
  ratio: number
  least?: number
}

export const isOpaque = (color: string): boolean => (parse(color)?.alpha ?? 1) === 1

/** The contrast of a text with what is behind it, if that is too low, and the nearest shade of the text that passes. */
export function findFailure(front: string, back: string, least: number): (Contrast & { nearest?: string }) | undefined {
  const ratio = wcagContrast(blend([back, front]), back)
  if (ratio >= least) return undefined
  const nearest = shadesOf(front).find(shade => wcagContrast(blend([back, shade]), back) >= least)
  return { ratio, least, ...(nearest && { nearest }) }
}

function failuresOf(colors: Colors): Omit<Failure, 'scheme'>[] {
  return PAIRS.filter(pair => !passes(colors, pair)).map(pair => {
    const { name, front, back } = pair
    const offers = [front, back].flatMap(key => {
      const value = findNearest(colors, key, pair)
      return value ? [{ key, value }] : []
    })
    return { name, ratio: contrastOf(colors, pair), offers }
  })
}

const passes = (colors: Colors, pair: Pair) => contrastOf(colors, pair) >= LEAST_CONTRAST

function contrastOf(colors: Colors, { front, back, opacity = 1 }: Pair): number {
  const behind = blend([colors.surface, colors[back]])
  const color = parse(colors[front])!
  const drawn = blend([behind, { ...color, alpha: (color.alpha ?? 1) * opacity }])
  return wcagContrast(drawn, behind)
}

const toOklch = converter('oklch')
const STEP = 0.004

/** The same hue, only as much lighter or darker as the pair needs: best so that every other pair of that color passes, too. */
function findNearest(colors: Colors, key: ColorKey, pair: Pair): string | undefined {
  const all = PAIRS.filter(({ front, back }) => front === key || back === key)
  const shades = shadesOf(colors[key])
  const passing = (pairs: Pair[]) =>
    shades.find(value => pairs.every(each => passes({ ...colors, [key]: value }, each)))
  return passing(all) ?? passing([pair])
}

/** The color in every lightness, the most similar first. */
function shadesOf(text: string): string[] {
  const color = toOklch(parse(text)!)
  const format = (color.alpha ?? 1) < 1 ? formatHex8 : formatHex
  const distances = Array.from({ length: Math.ceil(1 / STEP) }, (_, index) => (index + 1) * STEP)
  return distances
    .flatMap(distance => [color.l - distance, color.l + distance])
    .filter(l => l >= 0 && l <= 1)
    .map(l => format(clampChroma({ ...color, l }, 'oklch')))
}
