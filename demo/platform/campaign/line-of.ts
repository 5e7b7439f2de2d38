const TOKENS = /[{}[\],:]|"(?:[^"\\]|\\.)*"|[^\s{}[\],:"]+/g

/**
 * Finds the line, from one, of the value at a path in a valid JSON text. If there is no such value, the line of the object or list that
 * should contain it.
 */
export function lineOf(text: string, path: readonly PropertyKey[]): number {
  /** The names and indexes that lead to the current position. Undefined: a name follows. */
  const position: (string | number | undefined)[] = []
  let offset = 0
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    const isName = position.length > 0 && position.at(-1) === undefined
    if (token === ':') continue
    if (token === '}' || token === ']') position.pop()
    else if (token === ',') position.push(next(position.pop()))
    else if (isName) position.splice(-1, 1, JSON.parse(token))
    // Of several members with the same name, JSON.parse takes the last.
    else if (position.every((key, depth) => key === path[depth])) offset = index
    if (token === '{' || token === '[') position.push(token === '[' ? 0 : undefined)
  }
  return text.slice(0, offset).split('\n').length
}

/** The position after a comma: the next index in a list, or a name in an object. */
const next = (key: string | number | undefined) => (typeof key === 'number' ? key + 1 : undefined)
