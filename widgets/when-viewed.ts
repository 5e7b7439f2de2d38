/** How long a person must have had the content before their eyes. The advertising trade's measure of a view. */
const VIEW_MS = 1000

/** Resolves once `element` has been half visible, or has filled half the viewport, for a second on end in a page that is itself visible. */
export function whenViewed(element: Element, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    let half = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      entries => {
        half = entries.some(isHalfVisible)
        watch()
      },
      { threshold: [0.1, 0.2, 0.3, 0.4, 0.5] },
    )
    const stop = () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', watch)
    }
    const watch = () => {
      clearTimeout(timer)
      // A hidden tab and a prerendered page intersect all the same, unseen.
      if (half && document.visibilityState === 'visible')
        timer = setTimeout(() => {
          stop()
          resolve()
        }, VIEW_MS)
    }
    document.addEventListener('visibilitychange', watch)
    signal.addEventListener('abort', stop)
    observer.observe(element)
  })
}

const isHalfVisible = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= 0.5 || (rootBounds !== null && intersectionRect.height >= rootBounds.height / 2)
