/** Resolves when `element` is in the viewport or about to be; what `loading="lazy"` waits for. */
export function whenNear(element: Element, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const observer = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && stop(resolve), {
      rootMargin: '200px',
    })
    const stop = (then?: () => void) => {
      observer.disconnect()
      then?.()
    }
    signal.addEventListener('abort', () => stop())
    observer.observe(element)
  })
}
