import { assert, asyncProperty, integer, json } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Format } from '../../../../demo/platform/rows/format.js'
import { readJsonArray } from '../../../../demo/platform/rows/json-array.js'
import { MAX_ROW_LENGTH } from '../../../../demo/platform/rows/row.js'
import { readContent, rowsOf } from './rows-of.js'
import { textRow, workbookFile } from './workbook-file.js'

describe('a table', () => {
  test.each<[Format, string]>([
    ['CSV', ','],
    ['PSV', '|'],
  ])('in %s has quoted cells, line breaks in cells, empty cells and a byte order mark', async (format, sign) => {
    const lines = [
      ['\uFEFFemail', ' first_name ', 'note'],
      ['ada@example.com', `"Ada${sign} ""Countess"""`, '"two\nlines"'],
      ['grace@example.com', '', ''],
      [''],
      ['', '', ''],
      [' fay@example.com '],
    ]
    expect(await rowsOf(format, lines.map(cells => cells.join(sign)).join('\r\n'))).toEqual([
      { email: 'ada@example.com', first_name: `Ada${sign} "Countess"`, note: 'two\nlines' },
      { email: 'grace@example.com' },
      { email: ' fay@example.com ' },
    ])
  })

  test('reports a row with too many cells, and goes on', async () => {
    expect(await rowsOf('CSV', 'email\na,b\nc\n')).toEqual([
      'The row has 2 cells, but there are 1 columns',
      { email: 'c' },
    ])
  })

  test.each([
    ['email,\na,b\n', 'A column has no name in the first row'],
    ['email,email\na,b\n', 'Two columns have the name email'],
    ['email\n"open\n', 'Quote Not Closed'],
    [`email\n${'x'.repeat(1.25 * MAX_ROW_LENGTH)}\n`, 'Max Record Size'],
  ])('%# cannot be read: %s', async (content, message) => {
    await expect(rowsOf('CSV', content)).rejects.toThrow(message)
  })

  test('reports a row that is too long, and goes on', async () => {
    const longest = 'x'.repeat(MAX_ROW_LENGTH - '{"email":""}'.length)
    expect(await rowsOf('CSV', `email\n${longest}\nx${longest}\nb\n`)).toEqual([
      { email: longest },
      'A row can have at most 262144 characters',
      { email: 'b' },
    ])
  })

  test('without rows has none', async () => {
    expect(await rowsOf('CSV', 'email\n')).toEqual([])
    expect(await rowsOf('CSV', '\n')).toEqual([])
  })
})

describe('JSON', () => {
  test('is an array of objects', async () => {
    const rows = [{ email: 'ada@example.com', cart: { value: 48 } }, 7, null, [1], { a: 1.5 }]
    const notObject = 'The row is not an object'
    expect(await rowsOf('JSON', JSON.stringify(rows, null, 2))).toEqual([
      rows[0],
      ...[notObject, notObject, notObject],
      { a: 1.5 },
    ])
  })

  test('reports a row that is nested too deeply', async () => {
    const deep = `[{"a":${'['.repeat(200)}${']'.repeat(200)}}]`
    expect(await rowsOf('JSON', deep)).toEqual(['A row can have at most 100 levels of nesting'])
    const [deepest, tooDeep] = [99, 100].map(levels => `{"a":${'['.repeat(levels)}1${']'.repeat(levels)}}`)
    const rows = [JSON.parse(deepest!), 'A row can have at most 100 levels of nesting', { b: 1 }]
    expect(await rowsOf('JSON', `[${deepest},${tooDeep},{"b":1}]`)).toEqual(rows)
    expect(await rowsOf('JSONL', `${deepest}\n${tooDeep}\n{"b":1}`)).toEqual(rows)
  })

  test('reports a row that is too long', async () => {
    const longest = 'x'.repeat(MAX_ROW_LENGTH - '{"a":""}'.length)
    const rows = [{ a: longest }, { a: `x${longest}` }, { b: 1 }]
    const read = [rows[0], 'A row can have at most 262144 characters', { b: 1 }]
    expect(await rowsOf('JSON', JSON.stringify(rows))).toEqual(read)
    expect(await rowsOf('JSONL', rows.map(row => JSON.stringify(row)).join('\n'))).toEqual(read)
  })

  test('has a row of escaped characters whose text is longer than the row', async () => {
    const escaped = `"${'\\u0061'.repeat(200_000)}"`
    expect(await rowsOf('JSON', `[{"a":${escaped}}]`)).toEqual([{ a: 'a'.repeat(200_000) }])
  })

  test.each([
    ['that is nested much too deeply', '['.repeat(100_000) + ']'.repeat(100_000), 'A row can have at most 100 levels'],
    ['whose text is much too long', `"${'x'.repeat(3_000_000)}"`, 'A row can have at most 262144 characters'],
  ])('goes on after a row %s', async (_, value, message) => {
    const rows = await rowsOf('JSON', `[{"a":${value}},{"b":1}]`)
    expect(rows).toEqual([expect.stringContaining(message), { b: 1 }])
  })

  test('is read the same, wherever the pieces of the file end', async () => {
    await assert(
      asyncProperty(json(), json(), integer({ min: 1, max: 9 }), async (one, other, length) => {
        const text = ` [ {"a": ${one}},\n{"b" :${other}} ] `
        async function* pieces() {
          for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length)
        }
        async function* bytes() {
          for await (const piece of pieces()) yield new TextEncoder().encode(piece)
        }
        const rows: unknown[] = []
        for await (const row of readJsonArray(bytes())) rows.push(row)
        expect(rows).toEqual(JSON.parse(text).map((fields: unknown) => ({ fields })))
      }),
    )
  })

  test('can have no entries', async () => {
    expect(await rowsOf('JSON', ' [ ] ')).toEqual([])
  })

  test.each([
    '{"a":1}',
    '[{"a":1},',
    '[{"a":1}] x',
    '',
    '[,]',
    '[{"a":1},]',
    '[{"a":1} {"b":2}]',
    '[]]',
    '"',
    '[{]}',
  ])('%s cannot be read to its end', async content => {
    await expect(rowsOf('JSON', content)).rejects.toThrow('The file is not a JSON array')
  })

  test('in lines has one object in each line', async () => {
    expect(await rowsOf('JSONL', '\uFEFF{"a":1}\r\n\r\n\n{"b":\n[2]\n{"c":3}\n{"d":')).toEqual([
      { a: 1 },
      'The line is not valid JSON',
      'The row is not an object',
      { c: 3 },
      'The line is not valid JSON',
    ])
  })

  test('in lines cannot have a line that is too long', async () => {
    // A line is measured with each piece of the file that does not end it.
    const line = 'x'.repeat(MAX_ROW_LENGTH + 64 * 1024)
    await expect(rowsOf('JSONL', `{"a":1}\n${line}`)).rejects.toThrow('A line has more than')
  })
})

test.each<Format>(['CSV', 'JSON', 'JSONL'])('%s in another encoding cannot be read', async format => {
  await expect(rowsOf(format, Uint8Array.of(0x7b, 0xe4, 0x0a))).rejects.toThrow('UTF-8')
  // Its last byte is no whole character of UTF-8.
  await expect(rowsOf(format, Uint8Array.of(0x5b, 0xe4))).rejects.toThrow('UTF-8')
})

describe('XLSX', () => {
  test('has texts, numbers, booleans and dates, in the first sheet', async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><v>when</v></c>
      <c r="D1" t="inlineStr"><is><r><t>is</t></r><r><t>_new</t></r></is></c></row>
      <row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>48.5</v></c><c r="C2" s="1"><v>46143.0004398148</v></c><c r="D2" t="b"><v>1</v></c></row>
      <row r="3"/><row r="4"><c r="A4" t="e"><v>#N/A</v></c><c r="C4" s="2"><v>2</v></c><c r="D4" t="b"><v>0</v></c></row>
      <row r="5"><c r="B5" s="3"><v>7</v></c><c r="C5" t="d"><v>2026-05-01T12:00:00</v></c></row>`
    const files = {
      'xl/sharedStrings.xml':
        '<sst><si><t>email</t></si><si><t>cart_value</t></si><si><r><t>ada&amp;co</t></r><r><t>@example.com</t></r><rPh><t>x</t></rPh></si></sst>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="0 &quot;days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="22"/><xf numFmtId="171"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    }
    expect(await rowsOf('XLSX', workbookFile(rows, files))).toEqual([
      { email: 'ada&co@example.com', cart_value: 48.5, when: '2026-05-01T00:00:38.000', is_new: true },
      { when: 2, is_new: false },
      { cart_value: '1900-01-06T00:00:00.000', when: '2026-05-01T12:00:00' },
    ])
  })

  /** The value of a cell with the number 1 in a format. */
  async function valueIn(numFmtId: number, formats = ''): Promise<unknown> {
    const styles = `<styleSheet>${formats}<cellXfs><xf numFmtId="${numFmtId}"/></cellXfs></styleSheet>`
    const file = workbookFile(`${textRow('x')}<row><c><v>1</v></c></row>`, { 'xl/styles.xml': styles })
    const [row] = (await rowsOf('XLSX', file)) as [{ x: unknown }]
    return row.x
  }
  const date = '1899-12-31T00:00:00.000'

  test.each([13, 23, 44, 48])('shows a number in the format %i of Excel as a number', async id => {
    expect(await valueIn(id)).toBe(1)
  })

  test.each([14, 22, 45, 47])('shows a number in the format %i of Excel as a date', async id => {
    expect(await valueIn(id)).toBe(date)
  })

  test.each<[string, unknown]>([
    ['[h]:mm', date],
    ['hh', date],
    ['s', date],
    ['D', date],
    ['YY', date],
    ['[Red]0', 1],
    ['0 &quot;days&quot;', 1],
    ['0\\d', 1],
    [`${'0'.repeat(254)}d`, date],
    [`${'0'.repeat(255)}d`, 1],
  ])('%# shows a number in the format %s as %s', async (format, value) => {
    const formats = `<numFmts><numFmt numFmtId="170" formatCode="${format}"/></numFmts>`
    expect(await valueIn(170, formats)).toBe(value)
  })

  test('shows a number that is no date in a format of dates as nothing', async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>'
    const rows = `${textRow('day', 'name')}<row><c><v>1e300</v></c><c t="str"><v>Ada</v></c></row>`
    expect(await rowsOf('XLSX', workbookFile(rows, { 'xl/styles.xml': styles }))).toEqual([{ name: 'Ada' }])
  })

  test('has columns after Z, in the place of their letters', async () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const columns = [...letters, ...letters.map(letter => `A${letter}`), 'BA']
    const names = columns.map(column => `<c r="${column}1" t="str"><v>name ${column}</v></c>`).join('')
    const cells = ['C', 'AA', 'BA'].map(column => `<c r="${column}2" t="str"><v>${column}</v></c>`).join('')
    expect(await rowsOf('XLSX', workbookFile(`<row>${names}</row><row>${cells}</row>`))).toEqual([
      { 'name C': 'C', 'name AA': 'AA', 'name BA': 'BA' },
    ])
  })

  test('can begin with an empty row, and have elements with a prefix', async () => {
    const rows = `<row/>${textRow('a')}${textRow('b')}`
    const prefixed = `<x:worksheet xmlns:x="x">${rows.replaceAll(/<(\/?)/g, '<$1x:')}</x:worksheet>`
    const files = { 'xl/worksheets/sheet1.xml': prefixed }
    expect(await rowsOf('XLSX', workbookFile('', files))).toEqual([{ a: 'b' }])
  })

  test('can name its first sheet from the root of the archive', async () => {
    const relation = '<Relationship Id="rId1" Target="/xl/worksheets/sheet1.xml"/>'
    const files = { 'xl/_rels/workbook.xml.rels': `<Relationships>${relation}</Relationships>` }
    expect(await rowsOf('XLSX', workbookFile(textRow('a') + textRow('b'), files))).toEqual([{ a: 'b' }])
  })

  test.each(['1', 'true'])('of an old Excel for Mac counts dates from 1904, by date1904="%s"', async value => {
    const files = {
      'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${value}"/><sheets><sheet r:id="rId1"/></sheets></workbook>`,
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    }
    const rows = `${textRow('day')}<row><c><v>0</v></c></row>`
    expect(await rowsOf('XLSX', workbookFile(rows, files))).toEqual([{ day: '1904-01-01T00:00:00.000' }])
  })

  test.each([
    ['text', 'not a workbook', 'The file is not an XLSX file'],
    ['an archive of something else', workbookFile('', { 'xl/workbook.xml': '<a/>' }), 'The XLSX file has no sheet'],
    ['damaged XML', workbookFile('<row><c></row>'), 'The XLSX file is damaged'],
    ['XML without an end', workbookFile('', { 'xl/worksheets/sheet1.xml': '<worksheet>' }), 'The XLSX file is damaged'],
    ['half a workbook', workbookFile(textRow('a')).subarray(0, 500), 'The file is not an XLSX file'],
  ])('that is %s cannot be read', async (_, content, message) => {
    await expect(rowsOf('XLSX', content)).rejects.toThrow(message)
  })

  const cells = (count: number) => `<row>${'<c><v>1</v></c>'.repeat(count)}</row>`
  test('with a row that is too long is read to its end', async () => {
    const long = `<row><c t="str"><v>${'x'.repeat(MAX_ROW_LENGTH)}</v></c></row>`
    expect(await rowsOf('XLSX', workbookFile(textRow('a') + long + textRow('b')))).toEqual([
      'A row can have at most 262144 characters',
      { a: 'b' },
    ])
  })

  const longText = { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(20_000)}</t></si></sst>` }
  test.each([
    ['nested elements without an end', '<a>'.repeat(1_000_000), {}, 'more than 64 levels of elements'],
    ['a row with more columns than Excel has', cells(16_385), {}, 'more than 16384 columns'],
    ['a column that Excel does not have', '<row><c r="ZZZ1"><v>1</v></c></row>', {}, 'more than 16384 columns'],
    [
      'a cell of many texts without an end',
      `<row><c t="inlineStr"><is>${`<t>${'x'.repeat(1000)}</t>`.repeat(300)}`,
      {},
      'A cell has more than',
    ],
    ['a tag that is too long', `<row a="${'x'.repeat(1_000_000)}"/>`, {}, 'a part with more than'],
    ['a row of long shared texts', `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>`, longText, 'A row has more than'],
    ['a sheet that is a thousand times larger than its file', '<row/>'.repeat(2_000_000), {}, 'is too large'],
    [
      'a cell that is too long',
      `<row><c t="str"><v>${'x'.repeat(MAX_ROW_LENGTH + 1)}</v></c></row>`,
      {},
      'A cell has more than',
    ],
  ])('with %s cannot be read', async (_, rows, files, message) => {
    await expect(rowsOf('XLSX', workbookFile(rows, files))).rejects.toThrow(message)
  })

  test.each([
    ['8 MiB of one byte', 1, 8 * 1024 * 1024],
    ['a hundred times its size', 100_000, 10_000_000],
  ])('whose directory promises a sheet of more than %s cannot be read', async (_, compressed, size) => {
    const name = 'xl/worksheets/sheet1.xml'
    const content = Buffer.from(workbookFile(textRow('a')))
    const at = content.lastIndexOf(name)
    content.writeUInt32LE(compressed, at - 26)
    for (const [bytes, message] of [
      [size + 1, 'is too large'],
      [size, 'cannot be unpacked'],
    ] as const) {
      content.writeUInt32LE(bytes, at - 22)
      await expect(rowsOf('XLSX', new Uint8Array(content))).rejects.toThrow(`${name} in the XLSX file ${message}`)
    }
  })

  test.each([
    ['damaged', 0xff, (at: number) => at + 'xl/worksheets/sheet1.xml'.length],
    ['compressed in an unknown way', 99, (at: number) => at - 36],
    ['encrypted', 1, (at: number) => at - 38],
  ])('with a sheet that is %s cannot be read', async (_, byte, position) => {
    const content = workbookFile(textRow('a'))
    const name = 'xl/worksheets/sheet1.xml'
    const text = Buffer.from(content)
    // The first name belongs to the content of the sheet, the last one to the directory of the archive.
    const at = byte === 0xff ? text.indexOf(name) : text.lastIndexOf(name)
    content[position(at)] = byte
    await expect(rowsOf('XLSX', content)).rejects.toThrow(
      'xl/worksheets/sheet1.xml in the XLSX file cannot be unpacked',
    )
  })

  test.each([
    ['xl/sharedStrings.xml', 64],
    ['xl/styles.xml', 64],
    ['xl/workbook.xml', 64],
    ['xl/_rels/workbook.xml.rels', 64],
    ['xl/worksheets/sheet1.xml', 1024],
  ])('whose directory gives %s more than %i MiB cannot be read', async (name, limit) => {
    const content = Buffer.from(
      workbookFile(textRow('a'), { 'xl/sharedStrings.xml': '<sst/>', 'xl/styles.xml': '<a/>' }),
    )
    const at = content.lastIndexOf(name)
    for (const [bytes, message] of [
      [limit * 1024 * 1024 + 1, 'is too large'],
      [limit * 1024 * 1024, 'cannot be unpacked'],
    ] as const) {
      // The sizes before and after the compression.
      for (const position of [at - 26, at - 22]) content.writeUInt32LE(bytes, position)
      await expect(rowsOf('XLSX', new Uint8Array(content))).rejects.toThrow(`${name} in the XLSX file ${message}`)
    }
  })
})

const PEOPLE = Array.from({ length: 7_000 }, () => 'someone@example.com')

test.each<[Format, string | Uint8Array]>([
  ['CSV', ['email', ...PEOPLE].join('\n')],
  ['JSON', JSON.stringify(PEOPLE.map(email => ({ email })))],
  ['JSONL', PEOPLE.map(email => JSON.stringify({ email })).join('\n')],
  ['XLSX', workbookFile([textRow('email'), ...PEOPLE.map(email => textRow(email))].join(''))],
])('the progress of each row of %s is the part of the file that was read', async (format, content) => {
  const parts = (await readContent(format, content)).map(({ progress }) => progress)
  expect(parts).toHaveLength(7_000)
  expect(parts).toEqual([...parts].sort((one, other) => one - other))
  expect(parts[0]).toBeLessThan(0.5)
  expect(parts.at(-1)).toBe(1)
})
