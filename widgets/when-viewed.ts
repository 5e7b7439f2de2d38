/** How long a person must have had the content before their eyes: what the advertising trade calls a view. */
const VIEW_MS = 1000

/**
 * Resolves once `element` has been half visible, or has filled half the viewport, for a second on end, in a page that is
 * itself visible. Watches until then, or until `signal` aborts.
 */
export const whenViewed = (element: Element, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    let half = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      // What intersects in a hidden tab, or in a page rendered ahead, nobody sees.
      if (half && document.visibilityState === 'visible') timer = setTimeout(end, VIEW_MS, true)
    }
    const observer = new IntersectionObserver(
      entries => {
        half = isHalfVisible(entries.at(-1)!)
        update()
      },
      { threshold: [0.1, 0.2, 0.3, 0.4, 0.5] },
    )
    function end(viewed: boolean) {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('visibilitychange', update)
      if (viewed) resolve()
    }
    observer.observe(element)
    document.addEventListener('visibilitychange', update)
    signal.addEventListener('abort', () => end(false))
  })

const isHalfVisible = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  intersectionRatio >= 0.5 || intersectionRect.height * 2 >= (rootBounds?.height ?? Infinity)
