import { wcagContrast } from 'culori'
import { expect, test } from 'vitest'
import { seedTheme } from '../../../../demo/platform/setup/seed-theme.js'
import { describeFailure, findFailures } from '../../../../demo/platform/theme/contrast.js'
import { type Colors, defaults, type ProgramTheme, type Scheme } from '../../../../demo/platform/theme/program-theme.js'

const withColors = (scheme: Scheme, colors: Partial<Colors>): ProgramTheme => {
  const theme = defaults()
  return { ...theme, [scheme]: { ...theme[scheme], ...colors } }
}

const namesIn = (theme: ProgramTheme, schemes?: Scheme[]) =>
  findFailures(theme, schemes).map(({ scheme, name }) => [scheme, name])

test.each([
  ['the widgets', defaults()],
  ['the demo brand', seedTheme],
])('the colors of %s pass', (_, theme) => {
  expect(findFailures(theme)).toEqual([])
})

test.each<[Partial<Colors>, string]>([
  [{ accent: '#f5c542' }, 'The text of the main button'],
  // 5.3 to 1, but a small text has three quarters of it.
  [{ text: '#6d6d6d', soft: '#fff', line: '#fff' }, 'Small text'],
  [{ soft: '#666' }, 'The text of a field or a secondary button'],
  [{ line: '#666' }, 'The text of a secondary button under the pointer'],
])('%j fails: %s', (colors, name) => {
  expect(namesIn(withColors('light', colors))).toEqual([['light', name]])
})

test('a color outside of sRGB has the contrast of what a screen shows', () => {
  for (const accentText of ['color(srgb 5 5 5)', 'rgb(1e400 1e400 1e400)', 'oklch(3 0 0)'])
    expect(namesIn(withColors('light', { accent: '#757575', accentText }))).toEqual([])
  const [failure] = findFailures(withColors('light', { accent: 'color(srgb 5 5 5)' }))
  expect(describeFailure(failure!)).toBe('The text of the main button has 1.0 to 1 and needs 4.5.')
})

test('behind a transparent background is a white or a black page', () => {
  expect(findFailures(withColors('light', { surface: 'transparent' }))).toEqual([])
  expect(findFailures(withColors('dark', { surface: 'transparent' }))).toEqual([])
  expect(namesIn(withColors('dark', { surface: '#0000', text: '#1b1b1f' }))).toContainEqual(['dark', 'Small text'])
})

test('each scheme is checked by itself', () => {
  const theme = withColors('dark', { accent: '#f5c542' })
  expect(namesIn(theme, ['light'])).toEqual([])
  expect(namesIn(theme, ['dark'])).toEqual([['dark', 'The text of the main button']])
})

test('the nearest colors that pass are offered, and no nearer one passes', () => {
  const [failure] = findFailures(withColors('light', { accent: '#f5c542' }))
  expect(failure!.offers.map(({ key }) => key)).toEqual(['accentText', 'accent'])
  for (const { key, value } of failure!.offers) {
    expect(findFailures(withColors('light', { accent: '#f5c542', [key]: value }))).toEqual([])
    const other = key === 'accent' ? '#ffffff' : '#f5c542'
    expect(wcagContrast(value, other)).toBeLessThan(4.65)
  }
})

test('a ratio that fails never reads as one that passes', () => {
  const [failure] = findFailures(withColors('light', { accent: '#777777' }))
  expect(failure!.ratio).toBeGreaterThan(4.45)
  expect(describeFailure(failure!)).toBe('The text of the main button has 4.4 to 1 and needs 4.5.')
})
