import { nearName } from './misspelt-keys.js'
import { PLACEHOLDERS } from './placeholder.js'
import { widgetContent } from './widget-content.js'

interface ContentProblem {
  /** Within the content. */
  path: PropertyKey[]
  expected: string
}

/**
 * Placeholders that the platform does not fill in, and values that no list of their key has. A widget ignores both, so they would be live without effect.
 * Content without a known widget belongs to the page, which may have placeholders of its own.
 */
export function contentProblems(content: unknown): ContentProblem[] {
  if (!isWidget(content)) return []
  const unknown = unknownPlaceholders(content)
  const isReported = (path: PropertyKey[]) => unknown.some(each => each.path.join() === path.join())
  return [...unknown, ...unknownValues(content).filter(({ path }) => !isReported(path))]
}

/** The whole values of the form `{{…}}` that are no placeholder. */
export function unknownPlaceholders(value: unknown, path: PropertyKey[] = []): ContentProblem[] {
  if (typeof value === 'string') return isUnknown(value) ? [{ path, expected: hintFor(value) }] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inside]) =>
    unknownPlaceholders(inside, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

/** Nothing replaces `{{referrals}}`, and nothing is lost: the widget `referrals` ignores it, and reads the friends itself. */
const KNOWN: string[] = [...PLACEHOLDERS, '{{referrals}}']

const isUnknown = (text: string) => /^\s*\{\{[^{}]*\}\}\s*$/.test(text) && !KNOWN.includes(text)

const hintFor = (given: string) => nearName(given.trim(), KNOWN) ?? `one of the placeholders ${PLACEHOLDERS.join(', ')}`

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
