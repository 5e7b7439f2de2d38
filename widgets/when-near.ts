/**
 * Resolves when `element` is in the viewport or close to it, for `loading="lazy"`. Does not resolve if `signal` aborts before. Resolves at once
 * where no `IntersectionObserver` works: in jsdom, which has no layout, and on a page that has replaced it.
 */
export const whenNear = (element: Element, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    try {
      const observer = new IntersectionObserver(
        entries => {
          if (!entries.some(entry => entry.isIntersecting)) return
          observer.disconnect()
          resolve()
        },
        { rootMargin: '200px' },
      )
      observer.observe(element)
      // An active observer keeps the element, and everything that waits for it, in memory.
      signal.addEventListener('abort', () => observer.disconnect())
      if (signal.aborted) observer.disconnect()
    } catch {
      resolve()
    }
  })
