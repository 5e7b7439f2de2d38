import { type Archive, MAX_PART_BYTES } from './archive.js'
import { readWholeXml } from './xml.js'

/** The numbers of the formats that Excel itself defines for dates and times. */
const isBuiltInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 45 && id <= 47)

/** Reads which styles of a workbook show numbers as dates. A cell refers to its style by its position. */
export async function readDateStyles(archive: Archive): Promise<boolean[]> {
  const styles = await archive.open('xl/styles.xml', MAX_PART_BYTES)
  if (!styles) return []
  const dateFormats = new Map<number, boolean>()
  const dateStyles: boolean[] = []
  let isInCellStyles = false
  await readWholeXml(styles.content, {
    open(name, attributes) {
      const id = Number(attributes.numFmtId)
      if (name === 'numFmt') dateFormats.set(id, isDateFormat(attributes.formatCode ?? ''))
      if (name === 'cellXfs') isInCellStyles = true
      if (name === 'xf' && isInCellStyles) dateStyles.push(isBuiltInDate(id) || dateFormats.get(id) === true)
    },
    close(name) {
      if (name === 'cellXfs') isInCellStyles = false
    },
  })
  return dateStyles
}

/** The maximum length of a format in Excel. The search for brackets takes a time that grows with the square of the length. */
const MAX_FORMAT_LENGTH = 255

/** Whether a format has a day, a month, a year or a time, outside of quoted text and of brackets such as `[Red]`. */
const isDateFormat = (format: string) =>
  format.length <= MAX_FORMAT_LENGTH && /[dmyhs]/i.test(format.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''))
