// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void vi.resetModules())
afterEach(() => {
  Reflect.deleteProperty(document, 'currentScript')
  document.head.replaceChildren()
  vi.restoreAllMocks()
})

/** Adds a script tag that loads nothing. */
function addScript(src: string) {
  const script = document.createElement('script')
  script.type = 'text/plain'
  script.src = src
  document.head.append(script)
  return script
}

const findOwnScript = async () => (await import('../../../src/settings/own-script.js')).ownScript

test('The browser names the script tag that is running', async () => {
  addScript('https://share.brand.com/rewards.js')
  const running = addScript('https://cdn.example/loyalty.js')
  vi.spyOn(Object.getPrototypeOf(document), 'currentScript', 'get').mockReturnValue(running)
  expect(await findOwnScript()).toBe(running)
})

test.each([
  '/rewards.js',
  '/rewards.js?v=2',
  '/program/rewards.js#a',
])('If the browser names none, the file name decides: %s', async path => {
  addScript('https://share.brand.com/analytics.js')
  const own = addScript(`https://share.brand.com${path}`)
  expect(await findOwnScript()).toBe(own)
})

test.each([
  '/my-rewards.js',
  '/rewards-widgets.js',
  '/rewards.json',
  '/rewards.js.map',
  '/rewards-1a2b/events.js',
  '/page?next=rewards.js',
])('A script with another file name is not the own script: %s', async path => {
  addScript(`https://share.brand.com${path}`)
  expect(await findOwnScript()).toBeUndefined()
})

test('A script of an SVG image is not the script tag', async () => {
  const own = addScript('https://share.brand.com/rewards.js')
  const running = document.createElementNS('http://www.w3.org/2000/svg', 'script')
  vi.spyOn(Object.getPrototypeOf(document), 'currentScript', 'get').mockReturnValue(running)
  expect(await findOwnScript()).toBe(own)
})

test('An image that is called currentScript is not the script tag', async () => {
  const own = addScript('https://share.brand.com/rewards.js')
  Object.defineProperty(document, 'currentScript', { value: document.createElement('img'), configurable: true })
  expect(await findOwnScript()).toBe(own)
})
