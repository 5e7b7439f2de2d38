/** Resolves when `element` is in the viewport or about to be; what `loading="lazy"` waits for. Watches until then, or until `signal` aborts. */
export const whenNear = (element: Element, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return
        observer.disconnect()
        resolve()
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    // An observer that watches is kept, and with it the element and all that waits for it.
    signal.addEventListener('abort', () => observer.disconnect())
    if (signal.aborted) observer.disconnect()
  })
