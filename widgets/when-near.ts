import { startObserver } from './start-observer.js'

/**
 * Resolves when `element` is in the viewport or close to it, for `loading="lazy"`. Does not resolve if `signal` aborts before. Resolves at once
 * where no `IntersectionObserver` works.
 */
export const whenNear = (element: Element, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const onChange = (entries: IntersectionObserverEntry[]) => {
      if (!entries.some(entry => entry.isIntersecting)) return
      stop?.()
      resolve()
    }
    const stop = startObserver(() => new IntersectionObserver(onChange, { rootMargin: '200px' }), element)
    // An element with `display: contents` has no box that could be near.
    if (!stop || getComputedStyle(element).display === 'contents') return resolve()
    // An active observer keeps the element, and everything that waits for it, in memory.
    signal.addEventListener('abort', stop)
  })
