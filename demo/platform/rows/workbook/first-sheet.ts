import { unreadable } from '../row.js'
import { type Archive, MAX_PART_BYTES } from './archive.js'
import { readWholeXml } from './xml.js'

/** Where the first sheet of a workbook is, and from which day its dates count. */
export interface FirstSheet {
  path: string
  /** Whether dates count from 1904, as in old files of Excel for Mac. */
  from1904: boolean
}

/** Finds the first sheet of a workbook. Throws `invalid_parameter`. */
export async function firstSheetOf(archive: Archive): Promise<FirstSheet> {
  const workbook = await archive.open('xl/workbook.xml', MAX_PART_BYTES)
  const relations = await archive.open('xl/_rels/workbook.xml.rels', MAX_PART_BYTES)
  if (!workbook || !relations) throw unreadable('The file is not an XLSX file')
  let id: string | undefined
  let from1904 = false
  await readWholeXml(workbook.content, {
    open(name, attributes) {
      if (name === 'sheet') id ??= attributes['r:id']
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes.date1904 ?? '')
    },
  })
  const targets = new Map<string | undefined, string>()
  await readWholeXml(relations.content, {
    open(name, { Id, Target = '' }) {
      if (name === 'Relationship') targets.set(Id, Target)
    },
  })
  const target = id && targets.get(id)
  if (!target) throw unreadable('The XLSX file has no sheet')
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, from1904 }
}
