// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { isPageHidden, safeDocument } from '../../../src/base/safe-document.js'

/** Stands for an element of the page with that name, which hides the member of the document. */
function hide(member: string) {
  Object.defineProperty(document, member, { value: document.createElement('img'), configurable: true })
  hidden.push(member)
}

const hidden: string[] = []
afterEach(() => {
  for (const member of hidden.splice(0)) Reflect.deleteProperty(document, member)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('A method works although an element of the page has its name', () => {
  hide('createElement')
  expect(safeDocument().createElement('p').localName).toBe('p')
})

test('A property can be read and set although an element of the page has its name', () => {
  hide('title')
  safeDocument().title = 'Shop'
  expect(safeDocument().title).toBe('Shop')
  expect(document.title).toBeInstanceOf(HTMLImageElement)
})

test('The page is hidden only if the browser says so, whatever the page’s elements are called', () => {
  const isHidden = vi.spyOn(Object.getPrototypeOf(document), 'hidden', 'get').mockReturnValue(false)
  hide('hidden')
  expect(isPageHidden()).toBe(false)
  isHidden.mockReturnValue(true)
  expect(isPageHidden()).toBe(true)
})

test('On a server, no page is hidden', () => {
  vi.stubGlobal('document', undefined)
  expect(isPageHidden()).toBe(false)
})
