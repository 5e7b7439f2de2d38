import { expect, onTestFinished, test, vi } from 'vitest'
import type { RewardsStorage } from '../../src/api.js'
import { rememberHeight } from '../../widgets/remember-height.js'
import { heightKey, reservedHeight } from '../../widgets/reserved-height.js'
import type { ZoneHost } from '../../widgets/view.js'

/** A zone of this size, as the functions of its height see it. */
function sized(offsetWidth: number, offsetHeight: number) {
  const host = Object.defineProperties(document.createElement('div'), {
    offsetWidth: { value: offsetWidth, configurable: true },
    offsetHeight: { value: offsetHeight, configurable: true },
  })
  return Object.assign(host, { name: 'product' }) as unknown as ZoneHost
}

/** A zone whose height is remembered until `controller` aborts, in a page that the visitor can leave. */
function remembered(owner: string | undefined) {
  const observed: (() => void)[] = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        observed.push(onResize)
      }
      observe() {}
      disconnect() {}
    },
  )
  const prototype = Object.getPrototypeOf(document)
  onTestFinished(() => {
    Reflect.deleteProperty(prototype, 'visibilityState')
    vi.unstubAllGlobals()
  })
  const controller = new AbortController()
  const host = sized(600, 300)
  rememberHeight(host, { owner } as RewardsStorage, controller.signal)
  const resize = () => {
    for (const onResize of observed) onResize()
  }
  resize()
  const hide = () => {
    Object.defineProperties(host, { offsetWidth: { value: 0 }, offsetHeight: { value: 0 } })
    resize()
  }
  const leavePage = () => {
    Object.defineProperty(prototype, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { host, controller, leavePage, hide }
}

test('the height of a zone is reserved on the next visit, in an element of the same width', () => {
  const { leavePage } = remembered('ada')
  expect(reservedHeight(sized(600, 0))).toBeUndefined()
  leavePage()
  expect(reservedHeight(sized(600, 0))).toBe('300px')
  expect(reservedHeight(sized(320, 0))).toBeUndefined()
})

test('the height of a zone that the page has hidden is that before', () => {
  const { leavePage, hide } = remembered('ada')
  hide()
  leavePage()
  expect(reservedHeight(sized(600, 0))).toBe('300px')
})

test('the height of a zone is stored when the zone is removed, too', () => {
  remembered('ada').controller.abort()
  expect(reservedHeight(sized(600, 0))).toBe('300px')
})

test('the height of a zone is not stored for another zone whose name its element has by then', () => {
  localStorage.clear()
  const { host, controller } = remembered('ada')
  Object.assign(host, { name: 'other' })
  controller.abort()
  expect(Object.keys(localStorage)).toEqual([heightKey('product')])
})

test('no height is stored while nothing may be stored, and one that was stored before is erased', () => {
  localStorage.setItem(heightKey('product'), '600 200px')
  const { leavePage } = remembered(undefined)
  expect(reservedHeight(sized(600, 0))).toBe('200px')
  leavePage()
  expect(localStorage).toHaveLength(0)
})
