import { expect, test } from 'vitest'
import { csvLine } from '../../../../../demo/platform/server/report-runners/csv.js'

test.each<[string, unknown, string]>([
  ['a text', 'Ada', 'Ada'],
  ['nothing', null, ''],
  ['an empty text', '', ''],
  ['a number', 49.5, '49.5'],
  ['a negative number, which is no formula', -20, '-20'],
  ['a text with a comma', 'Lovelace, Ada', '"Lovelace, Ada"'],
  ['a text with quotes', 'the "Countess"', '"the ""Countess"""'],
  ['a text with lines', 'one\r\ntwo', '"one\r\ntwo"'],
  ['a text with half of a line break', 'one\rtwo', '"one\rtwo"'],
  ['an object', { sku: 'pot-1', value: 2 }, '"{""sku"":""pot-1"",""value"":2}"'],
  ['an empty object', {}, '{}'],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula with a comma', '@SUM(A1,A2)', `"'@SUM(A1,A2)"`],
  ...['＝', '＋', '－', '＠'].map((sign): [string, string, string] => ['a wide sign', `${sign}1`, `'${sign}1`]),
  ['a text that begins with a tab', '\t=1', "'\t=1"],
  ['a text that begins with a dash', '-1', "'-1"],
])('a report contains %s', (_, value, cell) => {
  expect(csvLine(['first', value])).toBe(`first,${cell}\n`)
})
