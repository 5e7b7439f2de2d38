import { type Archive, MAX_PART_BYTES } from './archive.js'
import { readWholeXml } from './xml.js'

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
    },
    text(text) {
      // `rPh` says how a text is pronounced.
      if (open.at(-1) === 't' && !open.includes('rPh')) texts[texts.length - 1] += text
    },
    close: () => void open.pop(),
  })
  return texts
}
