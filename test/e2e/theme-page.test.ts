import type { FrameLocator } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { demo as brand } from '../../demo/platform/index.js'
import { seedTheme } from '../../demo/platform/setup/seed-theme.js'
import { storeTheme } from '../../demo/platform/theme/client-theme.js'
import { axeViolationsOfSchemes } from '../axe.js'
import { useDemo } from './demo.js'
import { openConsole } from './open-console.js'

const visit = useDemo()
beforeEach(() => storeTheme({ db: visit.demo.platform.db, clientId: brand.clientId }, seedTheme))

/** Opens the page of the theme as a marketer. */
async function openTheme(options = {}, theme?: object) {
  const query = theme ? `?theme=${encodeURIComponent(JSON.stringify(theme))}` : ''
  const marketer = await visit.newVisitor({ viewport: { width: 1280, height: 2400 }, ...options })
  await openConsole(marketer.page, visit.demo, `/console/theme${query}`)
  const { page } = marketer
  const frame = (scheme: 'light' | 'dark') => page.frameLocator(`iframe[title$=", ${scheme}"]`)
  return {
    ...marketer,
    frame,
    field: (name: string) => page.getByRole('textbox', { name, exact: true }),
    buttonColor: (scheme: 'light' | 'dark') => mainButtonColor(frame(scheme)),
  }
}

const mainButtonColor = (frame: FrameLocator) =>
  frame
    .locator('rewards-zone [part~=main]')
    .first()
    .evaluate(button => getComputedStyle(button).backgroundColor)

test('a marketer sees a theme while they type it, and saves it for the previews of the zones', async () => {
  const { page, frame, field, buttonColor, complaints } = await openTheme()
  await expect.poll(() => buttonColor('light')).toBe('rgb(36, 84, 67)')
  await expect.poll(() => buttonColor('dark')).toBe('rgb(156, 201, 176)')

  const accent = field('Main button, light')
  await accent.fill('')
  await accent.pressSequentially('#f5c542')
  await expect.poll(() => buttonColor('light')).toBe('rgb(245, 197, 66)')
  expect(await field('Main button, light, from a palette').inputValue()).toBe('#f5c542')
  await page.getByText('Light: The text of the main button has 1.6 to 1 and needs 4.5.').waitFor()
  await page.getByRole('button', { name: 'Main button: #937200', exact: true }).press('Enter')
  await page.getByText('Every text has the contrast of WCAG 2.2 AA.').waitFor()
  expect(await accent.evaluate(element => element === document.activeElement)).toBe(true)
  await expect.poll(() => buttonColor('light')).toBe('rgb(147, 114, 0)')
  await field('Main button, dark, from a palette').fill('#e0c060')
  await expect.poll(() => buttonColor('dark')).toBe('rgb(224, 192, 96)')
  expect(await field('Main button, dark').inputValue()).toBe('#e0c060')
  expect(await frame('light').locator('rewards-zone').count()).toBe(1)

  await field('Main button, light').fill('')
  await field('Main button, dark').fill('')
  await expect.poll(() => buttonColor('light')).toBe('rgb(68, 102, 232)')
  await expect.poll(() => buttonColor('dark')).toBe('rgb(68, 102, 232)')
  await field('Main button, light').fill('#937200')
  await field('Main button, dark').fill('#e0c060')
  await expect.poll(() => buttonColor('dark')).toBe('rgb(224, 192, 96)')

  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('status').filter({ hasText: 'The theme is saved.' }).waitFor()
  await page.goto(`${visit.demo.origins.server}/console/zones/share_experience`)
  const zone = page.frameLocator('iframe[title="Zone for: Everybody"]')
  await expect.poll(() => mainButtonColor(zone)).toBe('rgb(147, 114, 0)')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => mainButtonColor(zone)).toBe('rgb(224, 192, 96)')
  await page.getByLabel('Colors').selectOption('Light')
  await expect.poll(() => mainButtonColor(zone)).toBe('rgb(147, 114, 0)')
  expect(complaints).toEqual([])
})

test('a color that is half typed does not change the preview', async () => {
  const { page, field, buttonColor, complaints } = await openTheme()
  const accent = field('Main button, dark')
  await expect.poll(() => buttonColor('dark')).toBe('rgb(156, 201, 176)')
  const posts: string[] = []
  page.on('request', request => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  await accent.fill('#12')
  expect(await accent.getAttribute('aria-invalid')).toBe('true')
  await accent.fill('#123')
  await expect.poll(() => buttonColor('dark')).toBe('rgb(17, 34, 51)')
  expect(posts.filter(path => path === '/console/theme')).toHaveLength(1)
  expect(complaints).toEqual([])
})

test('a marketer pastes a theme and saves it by keyboard, without script', async () => {
  const { page, field, complaints } = await openTheme({ javaScriptEnabled: false })
  await page.getByText('Paste a theme').press('Enter')
  await page.getByRole('textbox', { name: 'JSON' }).fill('{ "accent": "#7a1f5c", "accentText": "#ffffff" }')
  await page.getByRole('button', { name: 'Fill in the fields' }).press('Enter')
  await page.getByRole('status').filter({ hasText: 'It is not saved.' }).waitFor()
  expect(await field('Main button, dark').inputValue()).toBe('#7a1f5c')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('--rewards-accent: #7a1f5c;').waitFor()
  expect(complaints).toEqual([])
})

test.each([
  'ltr',
  'rtl',
])('the page is accessible and fits 320 px while its contrast is too low, %s', async direction => {
  const { page, complaints } = await openTheme({ viewport: { width: 320, height: 800 } }, { accent: '#f5c542' })
  await page.evaluate(dir => {
    document.documentElement.dir = dir
  }, direction)
  await page.getByText('The contrast is too low.').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  expect(await axeViolationsOfSchemes(page)).toEqual([])
  expect(complaints).toEqual([])
  await page.getByRole('textbox', { name: 'Text, light', exact: true }).fill('blu')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').waitFor()
  expect(await axeViolationsOfSchemes(page)).toEqual([])
})
