// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../../../widgets/index.js'
import type { RewardsZoneElement } from '../../../widgets/rewards-zone-element.js'
import { SOON } from '../../soon.js'

beforeEach(() => void vi.resetModules())
afterEach(() => document.body.replaceChildren())

const add = (attributes = '') =>
  document.body.insertAdjacentHTML('beforeend', `<rewards-zone ${attributes}></rewards-zone>`)

/** What each zone of the page has now: language, colour scheme, accent. */
const looks = () =>
  [...document.querySelectorAll<RewardsZoneElement>('rewards-zone')].map(({ lang, theme }) => [
    lang,
    theme?.scheme,
    theme?.accent,
  ])

test('zones follow the colors of the app, except those that the page has set itself', async () => {
  const { applyAppearance, stopAppearance } = await import('../../../src/native/appearance.js')
  add()
  add(`theme='{"accent":"#123"}'`)
  add('lang="fr"')
  add(`theme='{"scheme":"dark"}'`)
  applyAppearance({ color_scheme: 'light', locale: 'de' })
  expect(looks()).toEqual([
    ['de', 'light', undefined],
    ['de', 'light', '#123'],
    ['fr', 'light', undefined],
    ['de', 'dark', undefined],
  ])
  applyAppearance({ color_scheme: 'dark' })
  applyAppearance({ locale: 'fr', color_scheme: 'mauve' })
  expect(looks().map(([lang, scheme]) => `${lang} ${scheme}`)).toEqual(Array(4).fill('fr dark'))
  applyAppearance({ color_scheme: 'light', locale: 'ja' })
  add()
  await vi.waitFor(
    () =>
      expect(looks().map(([lang, scheme]) => `${lang} ${scheme}`)).toEqual([
        'ja light',
        'ja light',
        'fr light',
        'ja dark',
        'ja light',
      ]),
    SOON,
  )
  stopAppearance()
})

test('insets become custom properties of the page, whatever the app sends for a number', async () => {
  const { applyAppearance } = await import('../../../src/native/appearance.js')
  const before = document.adoptedStyleSheets
  applyAppearance({ insets: { top: 47, bottom: '34', left: 'x}', right: null } })
  const [sheet, ...more] = document.adoptedStyleSheets.slice(before.length)
  expect(more).toEqual([])
  expect(sheet!.cssRules[0]!.cssText).toMatch(/top: ?47px.*right: ?0px.*bottom: ?34px.*left: ?0px/)
  // The page's own rules override them.
  expect(sheet!.cssRules[0]!.cssText).toMatch(/^:where\(:root\)/)
  applyAppearance({ insets: null })
  applyAppearance({})
  expect(sheet!.cssRules[0]!.cssText).toMatch(/top: ?47px/)
  applyAppearance({ insets: { left: 20 } })
  expect(sheet!.cssRules[0]!.cssText).toMatch(/top: ?0px.*left: ?20px/)
  expect(document.adoptedStyleSheets).toHaveLength(before.length + 1)
})

test('after the end of a runtime, the page has no insets, and zones follow only what the app tells the next one', async () => {
  const { applyAppearance, stopAppearance } = await import('../../../src/native/appearance.js')
  const [last] = document.adoptedStyleSheets.slice(-1)
  applyAppearance({ insets: { top: 47 }, color_scheme: 'dark', locale: 'de' })
  const sheet = document.adoptedStyleSheets.at(-1)!
  expect([sheet === last, sheet.cssRules.length]).toEqual([false, 1])
  stopAppearance()
  expect(sheet.cssRules).toHaveLength(0)
  applyAppearance({ locale: 'ja' })
  add()
  await vi.waitFor(() => expect(looks()).toEqual([['ja', undefined, undefined]]), SOON)
})
