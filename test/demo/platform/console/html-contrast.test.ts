import { expect, test } from 'vitest'
import { creativesIn } from '../../../../demo/platform/console/creative-form.js'
import { lowContrastOfHtml } from '../../../../demo/platform/console/html-contrast.js'
import { seedZones } from '../../../../demo/platform/setup/seed-zones/index.js'

const inHtml = (...content: string[]) => lowContrastOfHtml([{ type: 'html', content }])

test.each([
  [
    'a rule',
    '<style>body { color: #999; background: #FFF }</style>',
    'body has 2.8 to 1 and needs 4.5. #767676 passes.',
  ],
  [
    'an attribute',
    `<p><a href="#" style='background-color:navy;color:blue !important'>`,
    '<a> has 1.8 to 1 and needs 4.5. #4c82ff passes.',
  ],
  [
    'a rule of a scheme, behind a comment',
    '<style media="all">/* } */ @media (prefers-color-scheme: dark) { .a { color: #555; background: #000 } }</style>',
    '.a has 2.8 to 1 and needs 4.5. #757575 passes.',
  ],
  [
    'a large text',
    '<b style="font: bold 2rem/1 serif; color: #aaa; background: #fff">',
    '<b> has 2.3 to 1 and needs 3. #949494 passes.',
  ],
])('the text of %s is named with its contrast and the nearest shade that passes', (_, html, failure) => {
  expect(inHtml(html)).toEqual([`Everybody: the text of ${failure}`])
})

test('the audience is named, and each rule by itself', () => {
  const content = ['<style>', 'p { color: #999; background: #fff }', 'i { color: #888; background: #fff }', '</style>']
  expect(lowContrastOfHtml([{ type: 'html', when: { locale: 'fr' }, content }])).toEqual([
    expect.stringMatching(/^locale: fr: the text of p /),
    expect.stringMatching(/^locale: fr: the text of i /),
  ])
})

test('ten failures are named, and the others counted', () => {
  const rules = Array.from({ length: 5000 }, (_, index) => {
    const color = (0x999999 + index).toString(16)
    return `p { color: #${color}; background: #fff }`
  })
  const failures = inHtml(`<style>${rules.join('')}</style>`)
  expect(failures).toHaveLength(11)
  expect(failures.at(-1)).toBe('4990 more texts.')
})

test.each([
  ['enough contrast', '<style>p { color: #333; background: #fff }</style>'],
  ['enough contrast for large text', '<p style="font-size: 24px; color: #888; background: #fff">'],
  ['one color only', '<style>p { color: #999 } body { background: #fff }</style>'],
  ['a background behind which is another', '<p style="color: #999; background: #fff8">'],
  ['a picture', '<p style="color: #999; background: url(a.png) #fff">'],
  ['no element of style', '<p>p { color: #999; background: #fff }</p>'],
  ['a comment without end', '<style>/* p { color: #999; background: #fff }</style>'],
])('HTML with %s has nothing to name', (_, html) => {
  expect(inHtml(html)).toEqual([])
})

test('neither the demo’s HTML nor other content is named', () => {
  const ofDemo = Object.values(seedZones).flatMap(zone => creativesIn(JSON.stringify(zone)))
  expect(ofDemo.some(({ type }) => type === 'html')).toBe(true)
  expect(lowContrastOfHtml(ofDemo)).toEqual([])
  expect(lowContrastOfHtml([{ type: 'text', content: '<p style="color: #999; background: #fff">' }])).toEqual([])
})

test.each([
  '<style',
  '<a style="',
  '/*',
  '<style>/*',
  '<p style=',
  'a',
  '{',
  '}',
  ':;',
])('a long text of %s is read in a moment', text => {
  expect(inHtml(`<style>${text.repeat(500_000 / text.length)}`, `<${text.repeat(500_000 / text.length)}`)).toEqual([])
})
