import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { countShifts, shiftOf } from '../layout-shift.js'

const visit = useDemo()
const ZONES = ['global_header', 'share_experience', 'welcome_offer']

/** Waits until the three widgets of a page are drawn. */
async function shown(page: Page) {
  const drawn = () => page.locator('rewards-zone [part~=headline]').count()
  await expect.poll(drawn, SOON).toBe(ZONES.length)
}

/** How a widget looks on the page it is in. */
const looksOf = (page: Page) =>
  page.evaluate(() => {
    const luminance = (colour: string) => {
      const [r, g, b] = colour.match(/[\d.]+/g)!.map(value => {
        const part = Number(value) / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
    }
    const contrast = (one: string, other: string) => {
      const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
      return (light! + 0.05) / (dark! + 0.05)
    }
    const root = document.querySelector('rewards-zone[name=share_experience]')!.shadowRoot!
    const style = (selector: string) => getComputedStyle(root.querySelector(selector)!)
    return {
      font: style('[part=words]').fontFamily === getComputedStyle(document.body).fontFamily,
      text: contrast(style('[part=words]').color, style('[part~=card]').backgroundColor) >= 4.5,
      button: contrast(style('[part~=main]').color, style('[part~=main]').backgroundColor) >= 4.5,
      overflow: document.documentElement.scrollWidth - innerWidth,
    }
  })

describe('the three widgets on a host page', () => {
  test.each([
    '/plain',
    '/dark',
    '/dense',
    '/hostile',
  ])('%s: use its font, are readable, and move nothing', async path => {
    const { page, complaints } = await visit.newVisitor({ viewport: { width: 1200, height: 800 } })
    await page.addInitScript(countShifts(ZONES.length))
    await page.goto(visit.demo.origins.shop + path)
    await shown(page)
    const first = await shiftOf(page)
    expect(await looksOf(page)).toEqual({ font: true, text: true, button: true, overflow: 0 })
    await page.reload()
    await shown(page)
    const second = await shiftOf(page)
    console.info(`layout shift on ${path}: first visit ${first.toFixed(4)}, next visit ${second.toFixed(4)}`)
    expect(first).toBeLessThanOrEqual(0.02)
    expect(second).toBe(0)
    expect(complaints).toEqual([])
  })
})

/** What a page may rightly give to a widget: its font, a height to reserve, and where it stands. */
const GIVEN = '^(font-family|cursor|list-style-.*|min-height|min-block-size|top|bottom|inset-block-.*|--.*)$'

/** What a bare page needs to have in common with the hostile page: its direction and its font. Which font that is depends on the machine. */
const LIKE_HOSTILE = `document.documentElement.dir = 'rtl'
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('body { font-family: "Times New Roman", serif }')
  document.adoptedStyleSheets = [sheet]`

/** Each element of the widgets, also those in the page itself, and its computed style. */
const stylesOf = (page: Page) =>
  page.evaluate(given => {
    const styles: Record<string, string> = {}
    for (const zone of document.querySelectorAll('rewards-zone'))
      for (const [index, element] of [...zone.shadowRoot!.querySelectorAll('*'), ...zone.children].entries())
        for (const property of getComputedStyle(element))
          if (!new RegExp(given).test(property))
            styles[`${zone.getAttribute('name')} ${index} ${element.localName} ${property}`] =
              getComputedStyle(element).getPropertyValue(property)
    return styles
  }, GIVEN)

describe('a page that resets all styles, forces its font on everything, and extends every prototype', () => {
  test('changes only the font of a widget, and covers neither its dialog nor its overlay', async () => {
    const { page, complaints } = await visit.newVisitor({ viewport: { width: 800, height: 800 } })
    const body = ZONES.map(name => `<rewards-zone name="${name}"></rewards-zone>`).join('')
    await openBarePage(page, visit.demo, { before: LIKE_HOSTILE, body })
    await shown(page)
    const plain = await stylesOf(page)
    await page.goto(`${visit.demo.origins.shop}/hostile`)
    await shown(page)
    const hostile = await stylesOf(page)
    const changed = Object.keys(plain).filter(key => plain[key] !== hostile[key])
    expect(changed.map(key => `${key}: ${plain[key]} → ${hostile[key]}`)).toEqual([])
    expect(Object.keys(plain).length).toBeGreaterThan(10_000)

    // English on a page that runs from right to left still ends at its right, where the page's own text begins.
    const ends = await page.locator('rewards-zone [part=description]').evaluate(description => {
      const range = document.createRange()
      const [text] = description.childNodes as NodeListOf<Text>
      range.setStart(text!, text!.length - 1)
      range.setEnd(text!, text!.length)
      return [range.getBoundingClientRect().right, description.getBoundingClientRect().right].map(Math.round)
    })
    expect(ends[0]).toBe(ends[1])

    // And what leads onward leads to the left.
    const ahead = await page.locator('rewards-zone [part=banner] path').evaluate((arrow: SVGPathElement) => {
      const at = (part: number) => arrow.getPointAtLength(arrow.getTotalLength() * part).x
      return at(0.5) - at(0)
    })
    expect(ahead).toBeLessThan(0)

    const top = () => page.evaluate(() => document.elementFromPoint(innerWidth / 2, 20)!.className || 'a zone')
    expect(await top()).toBe('ticker')
    await page.getByRole('button', { name: 'Give 20, get 20' }).click()
    const dialog = page.getByRole('dialog', { name: 'Give 20, get 20' })
    await dialog.getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(await top()).toBe('a zone')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(await top()).toBe('ticker')
    await page.evaluate(() => scrollTo(0, 100))
    expect(await page.evaluate(() => scrollY)).toBe(100)

    await page.evaluate(() => {
      const zone = Object.assign(document.createElement('rewards-zone'), { name: 'overlay' })
      document.body.append(zone)
    })
    const overlay = page.locator('rewards-zone[name=overlay] [part~=overlay]')
    await overlay.waitFor()
    await overlay.evaluate(card => Object.assign((card as HTMLElement).style, { inset: '0 auto auto 0', margin: '0' }))
    expect(await page.evaluate(() => document.elementFromPoint(60, 20)!.localName)).toBe('rewards-zone')
    expect(complaints).toEqual([])
  })
})
