import { widgetContent, widgetsIn } from './widget-content.js'

/** The keys of each widget. */
const KEYS = new Map<unknown, string[]>(
  widgetContent.options.map(({ shape }) => [shape.widget.value, Object.keys(shape)]),
)

interface MisspeltKey {
  path: PropertyKey[]
  /** The key that is meant. */
  known: string
}

/**
 * The keys of a zone's content that are close to a key of their widget. A widget ignores keys that it does not know, so a misspelt one would be live without
 * effect. Other keys are the brand's own.
 */
export function misspeltKeys(zone: unknown): MisspeltKey[] {
  const { creatives } = Object(zone)
  const given: unknown[] = Array.isArray(creatives) ? creatives : []
  return given
    .flatMap((creative, index) => widgetsIn(Object(creative).content, ['creatives', index, 'content']))
    .flatMap(({ content, path }) => misspeltIn(content, path))
}

function misspeltIn(content: Record<string, unknown>, path: PropertyKey[]): MisspeltKey[] {
  const known = KEYS.get(content.widget) ?? []
  return Object.keys(content)
    .filter(key => !known.includes(key))
    .map(key => ({ path: [...path, key], known: known.find(each => !key.includes(each) && isNear(key, each)) }))
    .filter((found): found is MisspeltKey => found.known !== undefined)
}

/** The known name that is near, such as one with a letter more. */
export const nearName = (given: string, known: readonly string[]): string | undefined =>
  known.find(each => isNear(given, each))

/** Whether at most two letters must be added, removed or replaced, and no more than a third of them, or two letters side by side have changed places. */
function isNear(given: string, known: string): boolean {
  const [a, b] = [given.toLowerCase(), known.toLowerCase()]
  return isWithin(a, b, Math.min(2, a.length / 3)) || isSwapped(a, b)
}

const isSwapped = (a: string, b: string) =>
  [...a].some((letter, at) => `${a.slice(0, at)}${a[at + 1]}${letter}${a.slice(at + 2)}` === b)

/** Whether at most `edits` letters must be added, removed or replaced to make `b` of `a`. */
const isWithin = (a: string, b: string, edits: number): boolean =>
  edits >= 0 &&
  (a[0] === b[0]
    ? !a || isWithin(a.slice(1), b.slice(1), edits)
    : isWithin(a.slice(1), b, edits - 1) ||
      isWithin(a, b.slice(1), edits - 1) ||
      isWithin(a.slice(1), b.slice(1), edits - 1))
