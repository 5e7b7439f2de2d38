import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonSyntaxError } from '../../../../demo/platform/campaign/json-syntax-error.js'
import { readZoneSource } from '../../../../demo/platform/campaign/zone-source.js'

describe('a text that is JSON', () => {
  test.each([
    '{}',
    '[]',
    ' [1, -2.5e+3, true, false, null, "a\\u00e9\\n", {"a": [{}]}] \n',
    '"text"',
    '0',
    '{"emoji":"🌿","lone":"\\ud800"}',
  ])('%s has no fault', text => {
    expect(jsonSyntaxError(text)).toBeUndefined()
    expect(() => JSON.parse(text)).not.toThrow()
  })
})

describe('a text that is none says where', () => {
  test.each([
    ['', 'line 1, column 1: expected a value'],
    ['{', 'line 1, column 2: expected a name in double quotes or }'],
    ['{"a" 1}', 'line 1, column 6: expected a colon'],
    ['{"a":}', 'line 1, column 6: expected a value'],
    ['{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: expected a comma or the end'],
    ['{"a":1,}', 'line 1, column 8: expected a name in double quotes'],
    ['[1,]', 'line 1, column 4: expected a value'],
    ['[,]', 'line 1, column 2: expected a value or ]'],
    ['[1}', 'line 1, column 3: expected a comma or the end'],
    ["{'a':1}", 'line 1, column 2: expected a name in double quotes or }'],
    ['{"a":"b\nc"}', 'line 1, column 6: expected a value'],
    ['{"a":01}', 'line 1, column 7: expected a comma or the end'],
    ['{} {}', 'line 1, column 4: expected a comma or the end'],
    ['[1', 'line 1, column 3: expected a comma or the end'],
    ['NaN', 'line 1, column 1: expected a value'],
  ])('%j: %s', (text, fault) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(jsonSyntaxError(text)).toBe(fault)
  })

  test('whenever JSON.parse would throw, and never else', () => {
    const parses = (text: string) => {
      try {
        JSON.parse(text)
        return true
      } catch {
        return false
      }
    }
    const pieces = [
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '-1',
      '0',
      '.5',
      'e3',
      'true',
      ' ',
      '\n',
      '\u00a0',
      '\u007f',
    ]
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.array(fc.constantFrom(...pieces)).map(some => some.join('')),
        ),
        text => {
          expect(jsonSyntaxError(text) === undefined).toBe(parses(text))
        },
      ),
      { numRuns: 2000 },
    )
    expect(jsonSyntaxError('"\u007f"')).toBeUndefined()
  })

  test('however deep it nests', () => {
    expect(jsonSyntaxError('['.repeat(100_000))).toMatch(/^line 1, column 100001/)
  })
})

describe('a zone’s source', () => {
  test('holds creatives, JSON where they say nothing else, for everybody where they name nobody', () => {
    const source =
      '{"creatives":[{"when":{"locale":"fr","level":["identified","verified"]},"content":{"a":1}},{"content":{}}]}'
    expect(readZoneSource(source)).toEqual({
      zone: {
        creatives: [
          {
            when: { locale: ['fr'], level: ['identified', 'verified'] },
            content_type: 'application/json',
            content: '{"a":1}',
          },
          { when: {}, content_type: 'application/json', content: '{}' },
        ],
      },
    })
  })

  test.each([
    ['html', 'text/html; charset=utf-8'],
    ['javascript', 'text/javascript; charset=utf-8'],
    ['text', 'text/plain; charset=utf-8'],
  ])('may hold %s, as one text or as its lines', (type, content_type) => {
    const creatives = [
      { type, content: 'one' },
      { type, content: ['one', 'two'] },
    ]
    expect(readZoneSource(JSON.stringify({ creatives }))).toEqual({
      zone: {
        creatives: [
          { when: {}, content_type, content: 'one' },
          { when: {}, content_type, content: 'one\ntwo' },
        ],
      },
    })
  })

  test.each([
    ['{', /^line 1, column 2: /],
    ['[]', /^Invalid input: expected object/],
    ['{}', /^creatives: Invalid input: expected array/],
    ['{"creatives":[],"creative":1}', /^Unrecognized key: "creative"/],
    ['{"creatives":[{}]}', /^creatives\[0\]\.content: /],
    ['{"creatives":[{"content":"text"}]}', /^creatives\[0\]\.content: Invalid input: expected record/],
    ['{"creatives":[{"type":"text","content":{}}]}', /^creatives\[0\]\.content: Expected a string or the list/],
    ['{"creatives":[{"type":"xml","content":""}]}', /^creatives\[0\]\.type: /],
    ['{"creatives":[{"when":{"lables":"vip"},"content":{}}]}', /^creatives\[0\]\.when: Unrecognized key: "lables"/],
    ['{"creatives":[{"when":{"level":"known"},"content":{}}]}', /^creatives\[0\]\.when\.level: /],
    ['{"creatives":[{"when":{"labels":[]},"content":{}}]}', /^creatives\[0\]\.when\.labels: Too small/],
  ])('%s is refused', (source, fault) => {
    expect(readZoneSource(source).error).toMatch(fault)
  })

  test('nests only so deep', () => {
    const source = `{"creatives":[{"content":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}]}`
    expect(readZoneSource(source).error).toBe('A zone can have at most 100 levels of nesting')
  })

  test('has an end', () => {
    const source = `{"creatives":[{"type":"text","content":"${'x'.repeat(200_000)}"}]}`
    expect(readZoneSource(source).error).toBe('A zone can have at most 200000 characters')
  })
})
