import { checkLength, invalidRow, type Row, unreadable } from './row.js'

/**
 * Converts the lines of a table to rows. The first line has the names of the fields. An empty cell stands for no value, and a line of
 * empty cells is no row. Throws
 * `invalid_parameter` for names that are missing or not unique.
 */
export async function* rowsOfTable(lines: AsyncIterable<unknown[]>): AsyncGenerator<Row> {
  let names: string[] | undefined
  for await (const cells of lines) {
    if (!names) names = namesIn(cells)
    else if (cells.some(hasValue)) yield rowOfCells(names, cells)
  }
}

function namesIn(cells: unknown[]): string[] {
  const names = Array.from(cells, cell => String(cell ?? '').trim())
  if (names.includes('')) throw unreadable('A column has no name in the first row')
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw unreadable(`Two columns have the name ${name}`)
    seen.add(name)
  }
  return names
}

function rowOfCells(names: string[], cells: unknown[]): Row {
  if (cells.length > names.length)
    return invalidRow(`The row has ${cells.length} cells, but there are ${names.length} columns`)
  const filled = names.map((name, index) => [name, cells[index]] as const)
  return checkLength({ fields: Object.fromEntries(filled.filter(([, cell]) => hasValue(cell))) })
}

const hasValue = (cell: unknown) => cell !== '' && cell !== undefined
