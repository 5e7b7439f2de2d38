import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readJsonArray } from '../../../../demo/platform/rows/json-array.js'
import { usedMegabytes } from '../../../used-memory.js'
import { rowsOf } from './rows-of.js'
import { textRow, workbookFile } from './workbook-file.js'

describe('JSON', () => {
  test.each([
    ['an entry that is nested without an end', '[{"a":', '['],
    ['a text without an end', '[{"a":"', 'x'],
  ])('does not keep %s in memory', async (_, start, sign) => {
    const before = usedMegabytes()
    let largest = 0
    async function* content() {
      yield Buffer.from(start)
      for (let count = 1; count <= 160; count += 1) {
        yield Buffer.from(sign.repeat(64 * 1024))
        if (count % 40 === 0) largest = Math.max(largest, usedMegabytes() - before)
      }
    }
    const rows = readJsonArray(content())
    await expect(rows.next()).rejects.toThrow('The file is not a JSON array')
    expect(largest).toBeLessThan(8)
  })
})

describe('XLSX', () => {
  test('with many rows is read to its end', async () => {
    const people = Array.from({ length: 5000 }, (_, index) => `person-${index}@example.com`)
    const rows = await rowsOf('XLSX', workbookFile([textRow('email'), ...people.map(each => textRow(each))].join('')))
    expect(rows).toEqual(people.map(email => ({ email })))
  })

  /** A workbook has four files without these. */
  const extraFiles = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`, '']))

  test('with as many files as there can be is read', async () => {
    expect(await rowsOf('XLSX', workbookFile(textRow('a') + textRow('b'), extraFiles(9_996)))).toEqual([{ a: 'b' }])
  })

  test.each<[string, Record<string, string>, string]>([
    [
      'too many shared texts',
      { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(1_048_577)}</sst>` },
      'more than 1048576 shared texts',
    ],
    ['too many files', extraFiles(9_997), 'The file is not an XLSX file'],
  ])('with %s cannot be read', async (_, files, message) => {
    await expect(rowsOf('XLSX', workbookFile(textRow('a'), files))).rejects.toThrow(message)
  })

  test('with a sheet that is much larger than its file is read up to a hundred times its size', async () => {
    // Random bytes cannot be compressed.
    const sheet = (bytes: number) =>
      `${`<!--${'x'.repeat(1_000)}-->`.repeat(9_000)}<!--${randomBytes(bytes).toString('base64')}-->${textRow('a')}${textRow('b')}`
    expect(await rowsOf('XLSX', workbookFile(sheet(150_000)))).toEqual([{ a: 'b' }])
    await expect(rowsOf('XLSX', workbookFile(sheet(40_000)))).rejects.toThrow('is too large')
  })

  test('that unpacks to more than fits into the memory cannot be read', async () => {
    const large = `<sst><si><t>${' '.repeat(65 * 1024 * 1024)}</t></si></sst>`
    const content = workbookFile(textRow('a'), { 'xl/sharedStrings.xml': large })
    expect(content.length).toBeLessThan(200_000)
    await expect(rowsOf('XLSX', content)).rejects.toThrow('xl/sharedStrings.xml in the XLSX file is too large')
  })
})
