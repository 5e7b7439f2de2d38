import { nearName } from './misspelt-keys.js'
import { PLACEHOLDERS } from './placeholder.js'
import { widgetContent } from './widget-content.js'

interface ContentProblem {
  /** Within the content. */
  path: PropertyKey[]
  expected: string
}

/**
 * Placeholders that the platform does not fill in, and values that no list of their key has. A widget ignores both or shows them as they are, so they would be live without effect.
 * Content without a known widget belongs to the page, which may have placeholders of its own.
 */
export function contentProblems(content: unknown): ContentProblem[] {
  if (!isWidget(content)) return []
  const unknown = unknownPlaceholders(content)
  const isReported = (path: PropertyKey[]) => unknown.some(each => each.path.join() === path.join())
  return [...unknown, ...unknownValues(content).filter(({ path }) => !isReported(path))]
}

/** The texts with `{{…}}` that nothing replaces: a placeholder that the platform does not know, and any within a text. */
export function unknownPlaceholders(value: unknown, path: PropertyKey[] = []): ContentProblem[] {
  if (typeof value === 'string') {
    const expected = expectedInPlaceOf(value)
    return expected ? [{ path, expected }] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inside]) =>
    unknownPlaceholders(inside, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

const KNOWN: readonly string[] = PLACEHOLDERS

function expectedInPlaceOf(text: string): string | undefined {
  const [found] = text.match(/\{\{[^{}]*\}\}/) ?? []
  if (!found || KNOWN.includes(text)) return undefined
  if (found !== text.trim())
    return `a text without ${found}, because only a placeholder that is the whole value is replaced`
  return nearName(found, KNOWN) ?? `one of the placeholders ${KNOWN.join(', ')}`
}

function unknownValues(content: object): ContentProblem[] {
  const { error } = widgetContent.safeParse(content)
  return (error?.issues ?? []).flatMap(issue =>
    issue.code === 'invalid_value' && typeof valueAt(content, issue.path) === 'string'
      ? [
          {
            path: issue.path,
            expected: issue.values
              .map(String)
              .join(', ')
              .replace(/, ([^,]*)$/, ' or $1'),
          },
        ]
      : [],
  )
}

const valueAt = (root: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => Object(value)[key], root)

const isWidget = (content: unknown): content is object =>
  widgetContent.options.some(({ shape }) => shape.widget.value === Object(content).widget)
