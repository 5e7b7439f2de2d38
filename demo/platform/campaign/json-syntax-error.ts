import type { SourceError } from './source-error.js'

/** One JSON token after optional white space: punctuation, a string, or another literal. */
const TOKEN =
  /[ \t\n\r]*(?:(?<mark>[{}[\],:])|(?<string>"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?<value>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|(?<end>$))/uy

/** What can follow. `item` and `key` follow a comma or colon. The `first` variants can also be the closing bracket. */
type Expected = 'item' | 'firstItem' | 'key' | 'firstKey' | 'colon' | 'more'

const words: Record<Expected, string> = {
  item: 'a value',
  firstItem: 'a value or ]',
  key: 'a name in double quotes',
  firstKey: 'a name in double quotes or }',
  colon: 'a colon',
  more: 'a comma or the end',
}

/**
 * Describes the first syntax error of a JSON text: `line 3, column 7: expected a comma or the end`. `JSON.parse` has a position
 * only for some errors. Returns undefined for valid JSON.
 */
export function jsonSyntaxError(text: string): SourceError | undefined {
  const open: string[] = []
  let expected: Expected = 'item'
  TOKEN.lastIndex = 0
  for (;;) {
    const at = TOKEN.lastIndex
    const { mark, string, value, end } = TOKEN.exec(text)?.groups ?? {}
    if (end === '' && expected === 'more' && open.length === 0) return undefined
    const next = following(expected, open, mark, string !== undefined, value !== undefined)
    if (!next) {
      const { line, column } = positionOf(text, at)
      return { line, message: `line ${line}, column ${column}: expected ${words[expected]}` }
    }
    expected = next
  }
}

/** What can follow this token; undefined if the token is not allowed here. `open` is the stack of open brackets. */
function following(
  expected: Expected,
  open: string[],
  mark = '',
  isString: boolean,
  isValue: boolean,
): Expected | undefined {
  const inObject = open.at(-1) === '{'
  if (expected === 'colon') return mark === ':' ? 'item' : undefined
  if (expected === 'key' || expected === 'firstKey') {
    if (isString) return 'colon'
  } else if (expected === 'item' || expected === 'firstItem') {
    if (isString || isValue) return 'more'
    if (mark === '{' || mark === '[') {
      open.push(mark)
      return mark === '{' ? 'firstKey' : 'firstItem'
    }
  } else if (mark === ',' && open.length) return inObject ? 'key' : 'item'
  const mayEnd = open.length > 0 && (expected === 'more' || expected === 'firstKey' || expected === 'firstItem')
  if (!mayEnd || mark !== (inObject ? '}' : ']')) return undefined
  open.pop()
  return 'more'
}

/** Counts lines and columns from one, at the first character that is not white space. */
function positionOf(text: string, at: number) {
  const before = text.slice(0, at + /^[ \t\n\r]*/.exec(text.slice(at))![0].length).split('\n')
  return { line: before.length, column: before.at(-1)!.length + 1 }
}
