import { MAX_DEPTH } from '../http/exceeds-depth.js'
import { decode } from './decode.js'
import { MAX_ROW_LENGTH, type Row, rowOf, tooDeep, tooLong, unreadable } from './row.js'

/** The length at which an entry is no longer kept: that of a row, and as much as white space and escaped characters can add. */
const MAX_ENTRY_LENGTH = 8 * MAX_ROW_LENGTH

/** The level at which an entry is no longer kept: deeper than any row, including the level of the array. */
const MAX_LEVEL = MAX_DEPTH + 3

/** An entry of the array, as far as it has been read. */
interface Entry {
  text: string
  /** The row of an entry that cannot be one. Its text is no longer kept. */
  problem?: Row
}

/**
 * Reads the rows of a JSON file: the entries of an array. Parses one entry after the other and does not keep what is too long or
 * too deep for a row, so that no file fills the memory.
 */
export async function* readJsonArray(content: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const entries = entryReader()
  for await (const text of decode(content)) yield* entries.read(text)
  entries.close()
}

/** Splits the text of an array at the commas between its entries. `JSON.parse` checks each entry. */
function entryReader() {
  const signsIn = signReader()
  let level = 0
  let isEnded = false
  let isFirst = true
  let entry: Entry = { text: '' }

  function* read(text: string): Generator<Row> {
    let from = 0
    for (const { 0: sign, index: at } of signsIn(text)) {
      const isEntryEnd = level === 1 && (sign === ',' || sign === ']')
      if (level === 0 || isEntryEnd) {
        add(text.slice(from, at))
        from = at + 1
      }
      if (isEntryEnd && !(sign === ']' && isFirst && isBlank(entry))) yield takeEntry()
      changeLevel(sign)
    }
    add(text.slice(from))
  }

  function add(text: string): void {
    if (level === 0) {
      if (text.trim()) throw notArray('There is text outside of the array')
      return
    }
    if (entry.text.length + text.length > MAX_ENTRY_LENGTH) entry.problem ??= tooLong()
    entry.text = entry.problem ? '' : entry.text + text
  }

  function changeLevel(sign: string): void {
    if (level === 0 && (isEnded || sign !== '[')) throw notArray(`Unexpected ${sign}`)
    if (sign === '[' || sign === '{') level += 1
    if (sign === ']' || sign === '}') level -= 1
    if (level > MAX_LEVEL) entry.problem ??= tooDeep()
    isEnded = level === 0
  }

  function takeEntry(): Row {
    const { text, problem } = entry
    entry = { text: '' }
    isFirst = false
    return problem ?? rowOf(parse(text))
  }

  function close(): void {
    if (!isEnded) throw notArray('The array has no end')
  }
  return { read, close }
}

/** Finds the signs of the structure: those outside of strings. A string can begin in one piece of the text and end in another one. */
function signReader() {
  let isInString = false
  /** The position after a backslash. */
  let escapedAt = -1
  return function* signsIn(text: string): Generator<RegExpExecArray> {
    for (const match of text.matchAll(/["\\{}[\],]/g)) {
      const { 0: sign, index } = match
      if (index === escapedAt) continue
      if (sign === '"') isInString = !isInString
      else if (sign === '\\') escapedAt = index + 1
      else if (!isInString) yield match
    }
    escapedAt = escapedAt === text.length ? 0 : -1
  }
}

const isBlank = ({ text, problem }: Entry) => !problem && text.trim() === ''

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw notArray(Object(error).message)
  }
}

const notArray = (reason: string) => unreadable(`The file is not a JSON array: ${reason}`)
