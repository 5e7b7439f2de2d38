import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonSyntaxError } from '../../../../demo/platform/campaign/json-syntax-error.js'
import { readNewZoneSource, readZoneSource } from '../../../../demo/platform/campaign/zone-source.js'

describe('jsonSyntaxError() of valid JSON', () => {
  test.each([
    '{}',
    '[]',
    ' [1, -2.5e+3, true, false, null, "a\\u00e9\\n", {"a": [{}]}] \n',
    '"text"',
    '0',
    '{"emoji":"🌿","lone":"\\ud800"}',
  ])('%s has no error', text => {
    expect(jsonSyntaxError(text)).toBeUndefined()
    expect(() => JSON.parse(text)).not.toThrow()
  })
})

describe('jsonSyntaxError() of invalid JSON', () => {
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
  ])('describes the error of %j: %s', (text, fault) => {
    expect(() => JSON.parse(text)).toThrow()
    expect(jsonSyntaxError(text)?.message).toBe(fault)
  })

  test('finds an error exactly if JSON.parse throws', () => {
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

  test('accepts any depth', () => {
    expect(jsonSyntaxError('['.repeat(100_000))?.message).toMatch(/^line 1, column 100001/)
  })
})

describe('the source of a zone', () => {
  test('has creatives; by default they are JSON and for everybody', () => {
    const source =
      '{"creatives":[{"when":{"locale":"fr","level":["identified","verified"]},"content":{"a":1}},{"content":{}}]}'
    expect(readZoneSource(source)).toEqual({
      value: {
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
  ])('can contain %s, as a string or as a list of lines', (type, content_type) => {
    const creatives = [
      { type, content: 'one' },
      { type, content: ['one', 'two'] },
    ]
    expect(readZoneSource(JSON.stringify({ creatives }))).toEqual({
      value: {
        creatives: [
          { when: {}, content_type, content: 'one' },
          { when: {}, content_type, content: 'one\ntwo' },
        ],
      },
    })
  })

  test.each([
    ['{', 'line 1, column 2: expected a name in double quotes or }'],
    ['[]', 'The zone: expected an object, got []'],
    ['{}', 'creatives: expected a list, got nothing'],
    ['{"creatives":[],"creative":1}', 'creative: expected no field of this name, got 1'],
    ['{"creatives":[{"titel":1,"content":{}}]}', 'creatives[0].titel: expected no field of this name, got 1'],
    [
      '{"creatives":[{"type":"text","titel":1,"content":""}]}',
      'creatives[0].titel: expected no field of this name, got 1',
    ],
    ['{"creatives":[{}]}', 'creatives[0].content: expected an object, got nothing'],
    ['{"creatives":[{"content":"text"}]}', 'creatives[0].content: expected an object, got "text"'],
    [
      '{"creatives":[{"type":"text","content":{}}]}',
      'creatives[0].content: expected a string or the list of its lines, got {}',
    ],
    [
      '{"creatives":[{"type":"xml","content":""}]}',
      'creatives[0].type: expected json, html, javascript or text, got "xml"',
    ],
    [
      '{"creatives":[{"when":{"lables":"vip"},"content":{}}]}',
      'creatives[0].when.lables: expected no field of this name, got "vip"',
    ],
    [
      '{"creatives":[{"when":{"level":"known"},"content":{}}]}',
      'creatives[0].when.level: expected anonymous, identified or verified, or a list of them, got "known"',
    ],
    [
      '{"creatives":[{"when":{"labels":[]},"content":{}}]}',
      'creatives[0].when.labels: expected at least 1 item, got []',
    ],
    [
      '{"creatives":[{"when":{"data":{"plan":{}}},"content":{}}]}',
      'creatives[0].when.data.plan: expected min, max or both, got {}',
    ],
  ])('%s is rejected', (source, error) => {
    expect(readZoneSource(source).errors).toMatchObject([{ message: error }])
  })

  test('has a maximum depth', () => {
    const source = `{"creatives":[{"content":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}]}`
    expect(readZoneSource(source).errors).toEqual([{ message: 'A zone can have at most 100 levels of nesting' }])
  })

  test('has a maximum length, above which nothing else is reported', () => {
    const source = `{"creatives":[{"type":"text","content":"${'x'.repeat(200_000)}"}]}`
    for (const text of [source, source.slice(1)])
      expect(readZoneSource(text).errors).toEqual([{ message: 'A zone can have at most 200000 characters' }])
  })
})

describe('a zone that is saved', () => {
  const errorsOf = (content: object) =>
    readNewZoneSource(JSON.stringify({ creatives: [{ content }] })).errors?.map(({ message }) => message)

  test.each([
    ['a misspelt key', { widget: 'share', hedline: 'Give 20' }, 'content.hedline: expected the key headline'],
    ['a short key with two letters swapped', { widget: 'cta', txet: 'Give 20' }, 'content.txet: expected the key text'],
    ['swapped letters', { widget: 'offer', reward_txet: '20' }, 'content.reward_txet: expected the key reward_text'],
    [
      'a misspelt key of an item',
      { widget: 'stack', items: [{ widget: 'share', chanels: [] }] },
      'content.items[0].chanels: expected the key channels',
    ],
  ])('is refused for %s', (_, content, message) => {
    expect(errorsOf(content)).toEqual([expect.stringContaining(message)])
  })

  test.each([
    [{ widget: 'stats', totals: '{{total}}' }, 'content.totals: expected {{totals}}, got "{{total}}"'],
    [{ widget: 'hero', text: '{{first_name}}' }, 'content.text: expected one of the placeholders {{rewards}}, '],
    [
      { widget: 'stack', items: [{ widget: 'tiers', current: '{{points}}' }] },
      'content.items[0].current: expected one of the placeholders',
    ],
    [{ widget: 'leaderboard', period: 'monthly' }, 'content.period: expected all, year, month or week, got "monthly"'],
    [{ widget: 'share', channels: ['copy', 'fax'] }, 'content.channels[1]: expected copy, native, '],
    [{ widget: 'offer', state: '{{offer_stat}}' }, 'content.state: expected {{offer_state}}'],
    [{ widget: 'referrals', referrals: '{{referrals}}' }, 'content.referrals: expected one of the placeholders'],
    [{ widget: 'hero', text: 'Hello {{first_name}}' }, 'content.text: expected a text without {{first_name}}, '],
    [{ widget: 'share', messages: { x: 'At {{landing_url}}' } }, 'content.messages.x: expected a text without '],
  ])('is refused for an unknown placeholder or value in %j', (content, message) => {
    expect(errorsOf(content)).toEqual([expect.stringContaining(message)])
  })

  test.each([
    { widget: 'hero', text: 'Hello {first_name}, {{ }' },
    { widget: 'stack', items: [{ widget: 'rewards', rewards: '{{rewards}}' }] },
    { card: '{{own_placeholder}}' },
    { widget: 'badge', text: '{{own_placeholder}}' },
  ])('is accepted with %j', content => {
    expect(errorsOf(content)).toBeUndefined()
  })

  test('is refused for more than ten leaderboards in a creative', () => {
    const items = (count: number) =>
      Array.from({ length: count }, () => ({ widget: 'leaderboard', ranks: '{{ranks}}' }))
    expect(errorsOf({ widget: 'stack', items: items(11) })).toEqual([
      expect.stringContaining('creatives[0].content: expected at most 10 leaderboards'),
    ])
    expect(errorsOf({ widget: 'stack', items: items(10) })).toBeUndefined()
  })

  test.each([
    ['the keys of its widget', { widget: 'share', headline: 'Give 20', channels: ['copy'] }],
    ['keys of the brand', { widget: 'share', headline: 'Give 20', headline_2: 'Now', season: 'spring' }],
    ['content of the page', { hedline: 'Give 20' }],
  ])('may have %s', (_, content) => {
    expect(errorsOf(content)).toBeUndefined()
  })

  test('can be read if an older version has saved a misspelt key', () => {
    const source = JSON.stringify({ creatives: [{ content: { widget: 'share', hedline: 'Give 20' } }] })
    expect(readZoneSource(source).errors).toBeUndefined()
  })
})
