import { widgetContent } from './widget-content.js'

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
  const creatives = listOf(Object(zone).creatives)
  return creatives.flatMap((creative, index) => {
    const { content } = Object(creative)
    const path = ['creatives', index, 'content']
    const items = listOf(Object(content).items).flatMap((item, at) => misspeltIn(item, [...path, 'items', at]))
    return [...misspeltIn(content, path), ...items]
  })
}

function misspeltIn(content: unknown, path: PropertyKey[]): MisspeltKey[] {
  const known = KEYS.get(Object(content).widget) ?? []
  return Object.keys(Object(content))
    .filter(key => !known.includes(key))
    .map(key => ({ path: [...path, key], known: known.find(each => !key.includes(each) && isNear(key, each)) }))
    .filter((found): found is MisspeltKey => found.known !== undefined)
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Whether at most two letters must be added, removed or replaced, and no more than a third of them. */
const isNear = (a: string, b: string) => Math.min(2, a.length / 3) >= distance(a.toLowerCase(), b.toLowerCase())

/** https://en.wikipedia.org/wiki/Levenshtein_distance */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
