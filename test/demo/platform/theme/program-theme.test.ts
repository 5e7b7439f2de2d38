import { expect, test } from 'vitest'
import {
  defaults,
  fromQuery,
  type ProgramTheme,
  readTheme,
  toCss,
  toJson,
  toQuery,
  toTheme,
} from '../../../../demo/platform/theme/program-theme.js'
import { themeJson } from '../../../../demo/platform/theme/theme-json.js'
import type { Theme } from '../../../../src/settings/theme.js'
import { CUSTOM_PROPERTIES } from '../../../../widgets/theme/custom-properties.js'
import { readTheme as readZoneTheme } from '../../../../widgets/theme/theme.js'

/** Everything differs from the widgets' own values. */
const all: ProgramTheme = {
  light: { accent: '#111111', accentText: '#eee', text: 'navy', surface: 'ivory', soft: '#ddd', line: '#ccc' },
  dark: { accent: '#999', accentText: '#000', text: 'white', surface: 'black', soft: '#222', line: '#333' },
  radius: 6,
  font: 'Georgia, serif',
}

/** A key of the SDK's theme that the console cannot set fails to compile here. */
const shown: Required<Omit<Theme, 'minHeight'>> = { scheme: 'light', ...all.light, radius: '6px', font: all.font }

test('a zone takes every value, under the keys of the SDK', () => {
  expect(toTheme(all, 'light')).toEqual(shown)
  expect(readZoneTheme(toTheme(all, 'dark') as Theme)).toEqual(toTheme(all, 'dark'))
})

test('the style sheet sets the custom properties of the SDK', () => {
  const [light] = toCss(all).split('@media')
  expect([...light!.matchAll(/--[\w-]+/g)].map(([name]) => name)).toEqual(CUSTOM_PROPERTIES)
})

test.each([
  ['everything', all],
  ['one color', readTheme({ dark: { accent: '#111' } })],
  ['nothing', defaults()],
])('JSON and links keep a theme that sets %s', (_, theme) => {
  expect(fromQuery(toQuery(theme))).toEqual(theme)
  expect(themeJson.parse(toJson(theme))).toEqual(theme)
})

test('the theme of a zone is that of its scheme, or of both', () => {
  expect(readTheme({ scheme: 'dark', accent: '#111' })).toEqual({
    ...defaults(),
    dark: { ...defaults().dark, accent: '#111' },
  })
  const both = readTheme({ accent: '#111', light: { accent: '#222' } })
  expect([both.light.accent, both.dark.accent]).toEqual(['#222', '#111'])
})

test.each([
  [{ light: { accent: 'url(https://attacker.example)' } }, 'light.accent'],
  [{ dark: { text: `${' '.repeat(200)}red` } }, 'dark.text'],
  [{ accent: '#12' }, 'accent'],
  [{ accent: 'f5c542' }, 'accent'],
  [{ accent: 'rgb(0 0 0' }, 'accent'],
  [{ accent: 'color(--hsv 1 1 1)' }, 'accent'],
  [{ accent: 'var(--brand)' }, 'accent'],
  [{ accent: 'image-set(url(a.png) 1x)' }, 'accent'],
  [{ accent: 'color-mix(in srgb, red, blue)' }, 'accent'],
  [{ accent: 'currentColor' }, 'accent'],
  [{ accent: 'CanvasText' }, 'accent'],
  [{ accent: 'constructor' }, 'accent'],
  [{ text: 7 }, 'text'],
  [{ radius: '1e9px' }, 'radius'],
  [{ radius: -1 }, 'radius'],
  [{ radius: '' }, 'radius'],
  [{ font: 'x;}body{display:none' }, 'font'],
  [{ font: '"Georgia, serif' }, 'font'],
  [{ font: `'Georgia", serif` }, 'font'],
  [{ font: 'Georgia, , serif' }, 'font'],
  [{ font: 'Exo 2' }, 'font'],
  [{ font: `Georgia, ${'x'.repeat(100)}` }, 'font'],
  [{ scheme: 'sepia' }, 'scheme'],
  [{ light: { acent: '#111' } }, 'light'],
  [{ minHeight: '4rem' }, ''],
  [[], ''],
])('%j is refused, and left out of a link', (given, path) => {
  expect(themeJson.safeParse(given).error!.issues.map(issue => issue.path.join('.'))).toEqual([path])
  expect(readTheme(given)).toEqual(defaults())
})

test.each([
  'inherit',
  'Georgia, serif',
  ' ui-rounded , "Exo 2","Noto Sans JP", \'Dr. Sugiyama\'',
  '"ヒラギノ角ゴ Pro W3", 游ゴシック, sans-serif',
])('the font %s is valid', font => {
  expect(themeJson.parse({ font }).font).toBe(font.trim())
})

test.each([
  '#ABC',
  '#abcd',
  'RebeccaPurple',
  'transparent',
  'rgb(11 107 58 / 80%)',
  'hsla(120,50%,50%,.5)',
  'oklch(60% none 50deg)',
  'color(display-p3 0 1 0)',
])('the color %s is valid', accent => {
  expect(themeJson.parse({ accent }).dark.accent).toBe(accent)
})

test('a radius with many digits has thousandths of a pixel', () => {
  const theme = readTheme({ radius: '0.00000012px' })
  expect(toJson(theme)).toEqual({ radius: '0px' })
  expect(readTheme({ radius: 10 / 3 }).radius).toBe(3.333)
})

test.each(['', '{', 'null', '[]', '7', '"x"'])('the link with %j has the widgets’ own theme', text => {
  expect(fromQuery(`?${new URLSearchParams({ theme: text })}`)).toEqual(defaults())
})
