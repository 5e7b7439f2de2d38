import { MAX_ROW_LENGTH, type Row, unreadable } from '../row.js'
import { rowsOfTable } from '../table.js'
import { withProgress } from '../with-progress.js'
import { type Archive, openArchive } from './archive.js'
import { type CellContext, cellValue, columnOf, type RawCell } from './cell.js'
import { readDateStyles } from './date-styles.js'
import { firstSheetOf } from './first-sheet.js'
import { readSharedTexts } from './shared-texts.js'
import { readXml } from './xml.js'

/** Reads the rows of the first sheet of an XLSX file. Empty rows are no rows. `onProgress` gets the part that has been read. */
export async function* readWorkbook(path: string, onProgress: (part: number) => void): AsyncGenerator<Row> {
  const archive = await openArchive(path)
  try {
    yield* rowsOfTable(linesIn(archive, onProgress))
  } finally {
    archive.close()
  }
}

async function* linesIn(archive: Archive, onProgress: (part: number) => void): AsyncGenerator<unknown[]> {
  const { path, from1904 } = await firstSheetOf(archive)
  const sheet = await archive.open(path)
  if (!sheet) throw unreadable('The XLSX file has no sheet')
  const context = { from1904, sharedTexts: await readSharedTexts(archive), dateStyles: await readDateStyles(archive) }
  yield* linesOf(withProgress(sheet.content, sheet.size, onProgress), context)
}

/** The maximum number of columns of a sheet in Excel. */
const MAX_COLUMNS = 16_384

async function* linesOf(content: AsyncIterable<Uint8Array>, context: CellContext): AsyncGenerator<unknown[]> {
  const lines: unknown[][] = []
  let line: unknown[] = []
  let column = -1
  let length = 0
  let cell: RawCell | undefined
  let isInValue = false
  const pieces = readXml(content, {
    open(name, { r, t = 'n', s = '0' }) {
      if (name === 'row') [line, column, length] = [[], -1, 0]
      if (name === 'c') {
        column = columnOf(r) ?? column + 1
        if (column >= MAX_COLUMNS) throw unreadable(`A row has more than ${MAX_COLUMNS} columns`)
        cell = { type: t, style: Number(s), text: '' }
      }
      isInValue = name === 'v' || name === 't'
    },
    text(text) {
      if (!cell || !isInValue) return
      cell.text += text
      if (cell.text.length > MAX_ROW_LENGTH) throw unreadable(`A cell has more than ${MAX_ROW_LENGTH} characters`)
    },
    close(name) {
      isInValue = false
      if (name === 'c' && cell) {
        const value = cellValue(cell, context)
        length += String(value ?? '').length
        // A row of shared texts is much longer than its cells.
        if (length > MAX_ROW_LENGTH) throw unreadable(`A row has more than ${MAX_ROW_LENGTH} characters`)
        setCell(line, column, value)
      }
      if (name === 'c') cell = undefined
      if (name === 'row' && line.length) lines.push(line)
    },
  })
  for await (const _ of pieces) yield* lines.splice(0)
}

/** An empty cell at the end of a row does not belong to it. */
function setCell(line: unknown[], column: number, value: unknown): void {
  if (value !== undefined && value !== '') line[column] = value
}
