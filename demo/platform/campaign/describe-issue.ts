import type { z } from 'zod'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

interface DescribedIssue {
  path: Path
  message: string
}

/** The maximum length of a given value in a message. */
const MAX_LENGTH = 80

/**
 * Describes what is wrong with a JSON value: `rewards[0].value: expected a number, got "twenty"`. `kind` names the whole value, for
 * errors without a path.
 */
export function describeIssue(issue: Issue, root: unknown, kind: string): DescribedIssue[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => describe([...path, key], 'no field of this name', valueAt(root, [...path, key]), kind))
  if (issue.code === 'invalid_key') {
    const [reason] = issue.issues
    const { message } = describe(path.slice(0, -1), `names with ${expectation(reason!)}`, path.at(-1), kind)
    return [{ path, message }]
  }
  return [describe(path, expectation(issue), valueAt(root, path), kind)]
}

const describe = (path: Path, expected: string, given: unknown, kind: string) => ({
  path,
  message: `${pathText(path) || `The ${kind}`}: expected ${expected}, got ${givenText(given)}`,
})

/** What the schema expects, as the object of a sentence. */
function expectation(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected
    case 'invalid_value':
      return listText(issue.values.map(String))
    case 'too_small':
      return limitText(issue.origin, 'at least', Number(issue.minimum), issue.inclusive)
    case 'too_big':
      return limitText(issue.origin, 'at most', Number(issue.maximum), issue.inclusive)
    default:
      if ('options' in issue && Array.isArray(issue.options))
        return listText(issue.options.filter(option => option !== undefined).map(String))
      return issue.message.replace(/^Expected /, '')
  }
}

const typeNames: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  record: 'an object',
  array: 'a list',
}

function limitText(origin: string, bound: string, limit: number, inclusive = true): string {
  const plural = limit === 1 ? '' : 's'
  if (origin === 'string') return `${bound} ${limit} character${plural}`
  if (origin === 'array') return `${bound} ${limit} item${plural}`
  return inclusive ? `${bound} ${limit}` : `${bound === 'at least' ? 'more' : 'less'} than ${limit}`
}

const listText = (values: string[]) =>
  values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : values.join()

/** `rewards[0].when.level` */
const pathText = (path: Path) =>
  path
    .map(key => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (Object.hasOwn(Object(value), key) ? Object(value)[key] : undefined),
    root,
  )
}

function givenText(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
