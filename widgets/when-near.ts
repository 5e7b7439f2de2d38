import { startObserver } from './start-observer.js'

/**
 * Resolves when `element` is in the viewport or close to it, for `loading="lazy"`. Does not resolve if `signal` aborts before. Resolves at once
 * where no `IntersectionObserver` works.
 */
export const whenNear = (element: Element, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (signal.aborted) return
    const onChange = (entries: IntersectionObserverEntry[]) => {
      if (!entries.some(entry => entry.isIntersecting)) return
      stop?.()
      resolve()
    }
    const target = withBox(element)
    const stop = target && startObserver(() => new IntersectionObserver(onChange, { rootMargin: '200px' }), target)
    if (!stop) return resolve()
    // An active observer keeps the element, and everything that waits for it, in memory.
    signal.addEventListener('abort', stop)
  })

/** The nearest element that may be near: one with `display: contents` has no box. */
const withBox = (element: Element | null): Element | null =>
  element && getComputedStyle(element).display === 'contents' ? withBox(element.parentElement) : element
