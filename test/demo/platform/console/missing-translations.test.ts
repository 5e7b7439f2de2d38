import { expect, test } from 'vitest'
import type { RawCreative } from '../../../../demo/platform/console/creative-form.js'
import { missingTranslations } from '../../../../demo/platform/console/missing-translations.js'

const share = { widget: 'share', headline: 'Give 20', description: 'Get 20', how_it_works: ['One', 'Two'] }
const french = { widget: 'share', headline: 'Offrez', description: 'Recevez', how_it_works: ['Un', 'Deux'] }
const forAll = (content: unknown, when = {}): RawCreative => ({ when, content })
const inFrench = (content: unknown, when = {}): RawCreative => ({ when: { ...when, locale: 'fr-CA' }, content })

test.each<[string, RawCreative[]]>([
  ['without a language', [forAll(share, { labels: 'club' }), forAll(share)]],
  ['with a translation of each creative', [inFrench(french), forAll(share)]],
  [
    'with a translation for each audience',
    [
      forAll(share, { labels: 'club' }),
      inFrench(french, { labels: 'club' }),
      inFrench({ ...french, later: 1 }),
      forAll(share),
    ],
  ],
  ['with a translation by another widget', [inFrench({ widget: 'verify' }), forAll(share)]],
  [
    'with values that are no texts',
    [inFrench(french), forAll({ ...share, image_url: 'https://a.example', channels: ['copy'] })],
  ],
  [
    'with HTML',
    [
      { when: { locale: 'fr' }, type: 'html', content: 'x' },
      { type: 'html', content: ['x', 'y'] },
    ],
  ],
])('a zone %s lacks nothing', (_, creatives) => {
  expect(missingTranslations(creatives)).toEqual([])
})

test('an audience lacks a creative in a language of the zone', () => {
  expect(missingTranslations([forAll(share, { labels: 'club' }), inFrench(french), forAll(share)])).toEqual([
    'labels: club: there is no creative in French.',
  ])
})

test('a translation lacks texts of the original, also in lists, groups and stacks', () => {
  const { description: _, ...short } = { ...french, how_it_works: ['Un'] }
  expect(missingTranslations([inFrench(short), forAll(share)])).toEqual([
    'Everybody: the creative in French lacks Description, How it works 2.',
  ])
  const stack = (item: object) => ({ widget: 'stack', items: [item] })
  const original = { ...share, messages: { sms: 'Hi' }, capture: { opt_in: 'Yes' } }
  expect(missingTranslations([inFrench(stack(french)), forAll(stack(original))])).toEqual([
    'Everybody: the creative in French lacks Sms, Text of the checkbox.',
  ])
})

test.each(['zz', 'x-y', '', '<b>'])('the language %j of a creative breaks nothing', locale => {
  expect(missingTranslations([{ when: { locale }, content: french }, forAll(share)])).toEqual([])
})
