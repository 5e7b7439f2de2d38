import { structuredPatch } from 'diff'

/** A line of a comparison. `number` is its line in the new text, or in the old text if it was removed. */
export interface DiffLine {
  kind: 'same' | 'added' | 'removed'
  number: number
  text: string
}

export interface LineDiff {
  added: number
  removed: number
  /** The changed lines with a few lines around them. Between two groups no line has changed. */
  groups: DiffLine[][]
}

/** The unchanged lines around a change. */
const CONTEXT = 3

/** The search for the smallest difference takes time with the square of its lines. A larger difference is shown as a new text. */
const MAX_CHANGED_LINES = 2_000

const kinds: Record<string, DiffLine['kind']> = { ' ': 'same', '+': 'added', '-': 'removed' }

/** Compares two texts line by line. White space at their ends does not count. */
export function lineDiff(before: string, after: string): LineDiff {
  const [from, to] = [withLineEnd(before), withLineEnd(after)]
  const patch = structuredPatch('', '', from, to, '', '', { context: CONTEXT, maxEditLength: MAX_CHANGED_LINES })
  const groups = patch
    ? patch.hunks.map(({ oldStart, newStart, lines }) => numbered(lines, oldStart, newStart))
    : [numbered([...prefixed('-', from), ...prefixed('+', to)], 1, 1)]
  const count = (kind: DiffLine['kind']) => groups.flat().filter(line => line.kind === kind).length
  return { added: count('added'), removed: count('removed'), groups }
}

function withLineEnd(text: string): string {
  const trimmed = text.trimEnd()
  return trimmed && `${trimmed}\n`
}

const prefixed = (sign: string, text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map(line => sign + line)

/** Gives each line its number. `lines` begin with a space, `+` or `-`. */
function numbered(lines: string[], oldStart: number, newStart: number): DiffLine[] {
  let [oldLine, newLine] = [oldStart, newStart]
  return lines.map(line => {
    const kind = kinds[line[0]!]!
    const number = kind === 'removed' ? oldLine : newLine
    if (kind !== 'added') oldLine += 1
    if (kind !== 'removed') newLine += 1
    return { kind, number, text: line.slice(1) }
  })
}
