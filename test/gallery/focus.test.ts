// In every story, somebody who uses the keyboard keeps their place: a pressed control leaves the focus in its zone.

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { pages } from './pages.js'
import { useGallery } from './use-gallery.js'

const visit = useGallery()

/** Presses the next control that was not pressed before, and returns its name. '' if there is none. */
function pressNext() {
  const page = window as { pressed?: Set<string> }
  const pressed = page.pressed ?? new Set()
  page.pressed = pressed
  const within = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap(element => [
      ...(element.matches('button, summary, a[href], input[type=checkbox]') ? [element] : []),
      ...(element.shadowRoot ? within(element.shadowRoot) : []),
    ])
  for (const [index, zone] of [...document.querySelectorAll('rewards-zone')].entries())
    for (const control of within(zone.shadowRoot!)) {
      const name = `${zone.getAttribute('name')} ${index}: ${control.textContent || control.localName}`
      if (pressed.has(name)) continue
      control.focus()
      // What is hidden, or behind an open dialog, cannot be pressed.
      if (!control.matches(':focus')) continue
      pressed.add(name)
      if (control.matches('a')) control.addEventListener('click', event => event.preventDefault())
      control.click()
      return name
    }
  return ''
}

/** Whether the focus is in a zone: in its shadow root, or in a field that is a child of its element. */
const keepsFocus = () => Boolean(document.activeElement?.closest('rewards-zone'))

/** Resolves when no request of the page is under way and what came of the last has been drawn. */
async function quiet(page: Page, open: Set<unknown>) {
  do {
    await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
  } while (open.size)
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))))
}

test('a pressed control keeps a place for the focus, in every story', async () => {
  const { page } = visit
  const open = new Set<unknown>()
  page.on('request', request => open.add(request))
  page.on('requestfinished', request => open.delete(request))
  page.on('requestfailed', request => open.delete(request))
  const lost: string[] = []
  let count = 0
  // A story whose request never ends has no control.
  for (const { story, viewOptions } of pages.filter(({ stories }) =>
    stories.every(({ response }) => response !== 'hangs'),
  )) {
    open.clear()
    await visit.open(story, viewOptions)
    for (let presses = 0; presses < 60; presses++) {
      const name = await page.evaluate(pressNext)
      if (!name) break
      count++
      await quiet(page, open)
      if (!(await page.evaluate(keepsFocus))) lost.push(`${story}: ${name}`)
    }
  }
  expect(lost).toEqual([])
  expect(count).toBeGreaterThan(100)
})
