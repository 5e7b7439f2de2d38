/** One token of JSON, after the white space that JSON knows: punctuation, a string, or another plain value. */
const TOKEN =
  /[ \t\n\r]*(?:(?<mark>[{}[\],:])|(?<string>"(?:[^"\\\p{Cc}]|[\u007f-\u009f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(?<value>-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|(?<end>$))/uy

/** What may come next. `item` and `key` follow a comma or a colon; `first` ones may also be the end of what was opened. */
type Wanted = 'item' | 'firstItem' | 'key' | 'firstKey' | 'colon' | 'more'

const words: Record<Wanted, string> = {
  item: 'a value',
  firstItem: 'a value or ]',
  key: 'a name in double quotes',
  firstKey: 'a name in double quotes or }',
  colon: 'a colon',
  more: 'a comma, or the end',
}

/**
 * Where a text stops being JSON, in words for who wrote it: `line 3, column 7: a comma, or the end was expected`.
 * `JSON.parse` tells a place for some mistakes only. Undefined: it is JSON.
 */
export function jsonFault(text: string): string | undefined {
  const open: string[] = []
  let wanted: Wanted = 'item'
  TOKEN.lastIndex = 0
  for (;;) {
    const at = TOKEN.lastIndex
    const { mark, string, value, end } = TOKEN.exec(text)?.groups ?? {}
    if (end === '' && wanted === 'more' && open.length === 0) return undefined
    const next = following(wanted, open, mark, string !== undefined, value !== undefined)
    if (!next) return `${placeOf(text, at)}: ${words[wanted]} was expected`
    wanted = next
  }
}

/** What may come after this token; undefined where it may not stand. Keeps in `open` what it opens and closes. */
function following(wanted: Wanted, open: string[], mark = '', isString: boolean, isValue: boolean): Wanted | undefined {
  const inObject = open.at(-1) === '{'
  if (wanted === 'colon') return mark === ':' ? 'item' : undefined
  if (wanted === 'key' || wanted === 'firstKey') {
    if (isString) return 'colon'
  } else if (wanted === 'item' || wanted === 'firstItem') {
    if (isString || isValue) return 'more'
    if (mark === '{' || mark === '[') {
      open.push(mark)
      return mark === '{' ? 'firstKey' : 'firstItem'
    }
  } else if (mark === ',' && open.length) return inObject ? 'key' : 'item'
  const mayEnd = open.length > 0 && (wanted === 'more' || wanted === 'firstKey' || wanted === 'firstItem')
  if (!mayEnd || mark !== (inObject ? '}' : ']')) return undefined
  open.pop()
  return 'more'
}

/** Counted as people do: from one, from the first character that is not white space. */
function placeOf(text: string, at: number): string {
  const before = text.slice(0, at + /^[ \t\n\r]*/.exec(text.slice(at))![0].length).split('\n')
  return `line ${before.length}, column ${before.at(-1)!.length + 1}`
}
