import type { Conditions } from '../campaign/conditions.js'
import {
  contrastOf,
  describeFailure,
  isOpaque,
  LARGE_PIXELS,
  LEAST_CONTRAST,
  LEAST_CONTRAST_OF_LARGE,
  nearestShade,
} from '../theme/contrast.js'
import { isColor } from '../theme/program-theme.js'
import { linesOf, type RawCreative } from './creative-form.js'
import { describeAudience } from './describe-audience.js'

/** Nobody reads more at once, and each takes a search for the nearest shade. */
const MAX_FAILURES = 10

/**
 * The texts of HTML creatives whose contrast is too low. Only colors that one rule or one attribute `style` sets together can be compared without a
 * browser: the color of the text, and an opaque background.
 */
export function lowContrastOfHtml(creatives: RawCreative[]): string[] {
  const failures = creatives.filter(({ type }) => type === 'html').flatMap(failuresIn)
  const others = failures.length - MAX_FAILURES
  return [...failures.slice(0, MAX_FAILURES).map(describe), ...(others > 0 ? [`${others} more texts.`] : [])]
}

interface HtmlFailure {
  name: string
  color: string
  ground: string
  ratio: number
  least: number
}

function failuresIn(creative: RawCreative): HtmlFailure[] {
  const html = linesOf(creative)
  const audience = describeAudience((creative.when ?? {}) as Conditions)
  return [...styleSheetsIn(html).flatMap(rulesIn), ...attributesIn(html)].flatMap(({ of, declarations }) => {
    const { color, background, 'background-color': ground = background, font, 'font-size': size = font } = declarations
    if (!isColor(color) || !isColor(ground) || !isOpaque(ground)) return []
    const least = pixelsIn(size) >= LARGE_PIXELS ? LEAST_CONTRAST_OF_LARGE : LEAST_CONTRAST
    const ratio = contrastOf(color, ground)
    return ratio < least ? [{ name: `${audience}: the text of ${of}`, color, ground, ratio, least }] : []
  })
}

function describe(failure: HtmlFailure): string {
  const { color, ground, least } = failure
  const nearest = nearestShade(color, shade => contrastOf(shade, ground) >= least)
  return `${describeFailure(failure)}${nearest ? ` ${nearest} passes.` : ''}`
}

interface Rule {
  /** The selector, or the element of the attribute. */
  of: string
  declarations: Record<string, string>
}

// Texts are split, not matched: an expression that looks for an end that is missing would read a long text over and over.

/** The texts of the elements `style`, without comments. */
const styleSheetsIn = (html: string): string[] =>
  html
    .split(/<\/style/i)
    .map(part => part.split(/<style\b/i).at(1))
    .filter(sheet => sheet !== undefined)
    .map(sheet =>
      sheet
        .slice(sheet.indexOf('>') + 1)
        .split('/*')
        .map((part, index) => (index ? part.split('*/').slice(1).join('') : part))
        .join(' '),
    )

/** The innermost rules: those in `@media`, too. */
const rulesIn = (css: string): Rule[] =>
  css.split('}').flatMap(part => {
    const [declarations, selector] = part.split('{').reverse()
    return selector === undefined ? [] : [{ of: selector.trim(), declarations: declarationsIn(declarations!) }]
  })

const attributesIn = (html: string): Rule[] =>
  [...html.matchAll(/<(\w+)\b[^<>]*?\sstyle=(?:"([^"<>]*)"|'([^'<>]*)')/gi)].map(([, name, double, single]) => ({
    of: `<${name}>`,
    declarations: declarationsIn(double ?? single ?? ''),
  }))

const declarationsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(';').map(declaration => {
      const [name = '', ...value] = declaration.split(':')
      return [name.trim().toLowerCase(), value.join(':').replace('!important', '').trim().toLowerCase()]
    }),
  )

const PIXELS = { px: 1, rem: 16, em: 16, pt: 4 / 3 }

/** The size of the text in `font-size` or `font`. */
function pixelsIn(size = ''): number {
  const [, number, unit] = /(?:^|\s)(\d+(?:\.\d+)?)(px|rem|em|pt)/.exec(size) ?? []
  return unit ? Number(number) * PIXELS[unit as keyof typeof PIXELS] : 0
}
