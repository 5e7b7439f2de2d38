import { unreadable } from '../row.js'
import { type Archive, MAX_PART_BYTES } from './archive.js'
import { readWholeXml } from './xml.js'

/** The maximum number of texts: as many as a sheet of Excel has rows. They are held in memory. */
const MAX_TEXTS = 1_048_576

/** Reads the texts of a workbook. Cells refer to them by their position. Throws `invalid_parameter` if they are too large for the memory. */
export async function readSharedTexts(archive: Archive): Promise<string[]> {
  const shared = await archive.open('xl/sharedStrings.xml', MAX_PART_BYTES)
  if (!shared) return []
  const texts: string[] = []
  const open: string[] = []
  await readWholeXml(shared.content, {
    open(name) {
      open.push(name)
      if (name === 'si') texts.push('')
      if (texts.length > MAX_TEXTS) throw unreadable(`The XLSX file has more than ${MAX_TEXTS} shared texts`)
    },
    text(text) {
      // `rPh` says how a text is pronounced.
      if (open.at(-1) === 't' && !open.includes('rPh')) texts[texts.length - 1] += text
    },
    close: () => void open.pop(),
  })
  return texts
}
