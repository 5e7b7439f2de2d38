import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareParts } from '../../../../demo/platform/campaign/compare-parts.js'
import { type LineDiff, lineDiff } from '../../../../demo/platform/campaign/line-diff.js'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)
const text = (lines: unknown[]) => lines.join('\n')
const shown = ({ groups }: LineDiff) =>
  groups.map(group => group.map(({ kind, number, text }) => `${number} ${kind} ${text}`))

describe('lineDiff()', () => {
  test('shows changed lines with three lines around them', () => {
    const before = text(numbers(1, 30))
    const after = text([...numbers(1, 9), 'ten', ...numbers(11, 24), ...numbers(26, 30), 'new'])
    const diff = lineDiff(before, after)
    expect(diff).toMatchObject({ added: 2, removed: 2 })
    expect(shown(diff)).toEqual([
      [
        ...['7 same 7', '8 same 8', '9 same 9'],
        ...['10 removed 10', '10 added ten'],
        ...['11 same 11', '12 same 12', '13 same 13'],
      ],
      [
        ...['22 same 22', '23 same 23', '24 same 24'],
        '25 removed 25',
        ...['25 same 26', '26 same 27', '27 same 28', '28 same 29', '29 same 30'],
        '30 added new',
      ],
    ])
  })

  test.each([
    ['', ''],
    ['a', 'a\n\n'],
    ['a ', 'a\n \t\n'],
    ['a\nb', 'a\nb'],
  ])('finds no difference between %j and %j', (before, after) => {
    expect(lineDiff(before, after)).toEqual({ added: 0, removed: 0, groups: [] })
  })

  test('shows a new text as added, and a missing one as removed', () => {
    expect(shown(lineDiff('', 'a\nb'))).toEqual([['1 added a', '2 added b']])
    expect(shown(lineDiff('a\nb', ''))).toEqual([['1 removed a', '2 removed b']])
  })

  test.each([
    ['line by line', 1_000, ['1 same first']],
    ['as a new text', 1_001, ['1 removed first', '1 added first']],
  ])('shows %s a change of %i lines in each text', (_, count, first) => {
    const [before, after] = [numbers(1, count), numbers(10_001, 10_000 + count)].map(lines => text(['first', ...lines]))
    expect(shown(lineDiff(before!, after!)).flat()).toEqual(expect.arrayContaining(first))
  })

  test('shows texts that have hardly a line in common as replaced, without a long search', () => {
    const [before, after] = [numbers(1, 60_000), numbers(100_001, 160_000)].map(text)
    expect(lineDiff(before!, after!)).toMatchObject({ added: 60_000, removed: 60_000 })
  })
})

test('the lines of any difference lead from one text to the other', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', '{', '  ', 'x\\', '+ a', '- b'), { maxLength: 30 })
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const from = [...before, 'end']
      const to = [...after, 'end']
      for (const line of lineDiff(text(from), text(to)).groups.flat())
        expect(line.text).toBe((line.kind === 'removed' ? from : to)[line.number - 1])
    }),
  )
})

test('compareParts() leaves out a part that differs only in white space at its end', () => {
  const date = new Date(0)
  const part = (zone: string, source: string) => ({ zone, source, version: 1, updated_date: date, created_date: date })
  const before = [part('a', '1'), part('b', '1')]
  const after = [part('a', '1\n '), part('b', '2')]
  expect(compareParts(before, after).map(({ zone }) => zone)).toEqual(['b'])
})
