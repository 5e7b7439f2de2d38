// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { transport } from '../../../src/native/transport.js'

afterEach(() => vi.unstubAllGlobals())

const NAMES = ['webkit', 'rewardsNative', 'ReactNativeWebView']

/** The window of a frame from another origin: `window` may be read of it, and little else. */
function foreignWindow(): object {
  const foreign: object = new Proxy(Object.create(null), {
    getPrototypeOf: () => null,
    get(_, name) {
      if (name === 'window') return foreign
      if (name === 'postMessage') return () => {}
      throw new DOMException('Blocked a frame from accessing a cross-origin frame', 'SecurityError')
    },
  })
  return foreign
}

/** A form whose fields answer to the names of what an app would put there. */
function formWith(name: string) {
  const form = document.createElement('form')
  const field = Object.assign(document.createElement('input'), { name })
  Object.defineProperty(form.appendChild(field), 'rewards', { value: { postMessage() {} } })
  return form
}

describe.each(NAMES)('markup with the name %s is no native app', name => {
  test.each<[what: string, value: () => unknown]>([
    ['a frame of another origin', foreignWindow],
    ['a frame of this origin', () => window],
    ['an element', () => document.createElement('img')],
    ['a form with such fields', () => formWith('messageHandlers')],
    ['several elements', () => document.getElementsByTagName('html')],
  ])('%s', (_, value) => {
    vi.stubGlobal(name, value())
    expect(transport()).toBeUndefined()
  })
})

test('a frame does not hide the app that has another name', () => {
  const app = { postMessage() {} }
  vi.stubGlobal('webkit', foreignWindow())
  vi.stubGlobal('rewardsNative', window)
  vi.stubGlobal('ReactNativeWebView', app)
  expect(transport()).toBe(app)
})

test('of several apps, the page talks to the handler of WebKit, else to the object for the SDK', () => {
  const [rewards, rewardsNative, other] = [1, 2, 3].map(() => ({ postMessage() {} }))
  vi.stubGlobal('webkit', { messageHandlers: { rewards } })
  vi.stubGlobal('rewardsNative', rewardsNative)
  vi.stubGlobal('ReactNativeWebView', other)
  expect(transport()).toBe(rewards)
  vi.stubGlobal('webkit', undefined)
  expect(transport()).toBe(rewardsNative)
})

test('an object without postMessage is no native app', () => {
  vi.stubGlobal('rewardsNative', { postMessage: 'no' })
  expect(transport()).toBeUndefined()
})
