import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import { whenViewed } from '../../widgets/when-viewed.js'
import { SOON } from '../soon.js'
import { useViewport } from './viewport.js'

const viewport = useViewport()

describe('a view', () => {
  const element = document.createElement('div')
  let viewed: Mock<() => void>
  let life: AbortController

  beforeEach(() => {
    vi.useFakeTimers()
    viewed = vi.fn<() => void>()
    life = new AbortController()
    whenViewed(element, life.signal).then(viewed)
    return () => {
      life.abort()
      vi.useRealTimers()
      setVisibility('visible')
    }
  })

  function setVisibility(state: DocumentVisibilityState) {
    Object.defineProperty(Object.getPrototypeOf(document), 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }

  test('is half of the element for a second', async () => {
    viewport.show(element, 0.5)
    await vi.advanceTimersByTimeAsync(999)
    expect(viewed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(viewed).toHaveBeenCalledOnce()
  })

  test('is not less than half of it', async () => {
    viewport.show(element, 0.4)
    await vi.advanceTimersByTimeAsync(5000)
    expect(viewed).not.toHaveBeenCalled()
  })

  test('of an element taller than two viewports is exactly half of the viewport', async () => {
    viewport.show(element, 0.25, 500)
    await vi.advanceTimersByTimeAsync(1000)
    expect(viewed).toHaveBeenCalledOnce()
  })

  test('lasts a second without a break: after scrolling away the second starts again', async () => {
    viewport.show(element)
    await vi.advanceTimersByTimeAsync(900)
    viewport.show(element, 0)
    await vi.advanceTimersByTimeAsync(900)
    viewport.show(element)
    await vi.advanceTimersByTimeAsync(900)
    expect(viewed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(100)
    expect(viewed).toHaveBeenCalledOnce()
  })

  test('does not happen in a hidden tab, but starts when the tab is shown', async () => {
    setVisibility('hidden')
    viewport.show(element)
    await vi.advanceTimersByTimeAsync(5000)
    expect(viewed).not.toHaveBeenCalled()
    setVisibility('visible')
    await vi.advanceTimersByTimeAsync(900)
    setVisibility('hidden')
    await vi.advanceTimersByTimeAsync(5000)
    setVisibility('visible')
    await vi.advanceTimersByTimeAsync(999)
    expect(viewed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(viewed).toHaveBeenCalledOnce()
  })

  test('does not happen after the signal is aborted', async () => {
    viewport.show(element)
    life.abort()
    await vi.advanceTimersByTimeAsync(5000)
    expect(viewed).not.toHaveBeenCalled()
    expect(viewport.watchers(element)).toBe(0)
  })

  test('does not happen for an element without height', async () => {
    viewport.show(element, 1, 2000, 0)
    await vi.advanceTimersByTimeAsync(5000)
    expect(viewed).not.toHaveBeenCalled()
  })
})

describe('a view of an element without a height of its own', () => {
  const life = new AbortController()
  afterEach(() => life.abort())

  test('is a view of its overlay, once that is there', async () => {
    const host = document.createElement('div')
    const root = host.attachShadow({ mode: 'open' })
    const view = whenViewed(host, life.signal)
    const overlay = document.createElement('aside')
    overlay.setAttribute('part', 'overlay expanded')
    root.append(overlay)
    await vi.waitUntil(() => viewport.watchers(overlay), SOON)
    viewport.show(overlay)
    await view
  })

  test('is a view of the button of the page that contains it', async () => {
    const button = document.createElement('button')
    const host = button.appendChild(document.createElement('div'))
    const view = whenViewed(host, life.signal)
    viewport.show(button)
    await view
  })
})
