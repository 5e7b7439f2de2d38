import { safeDocument } from '../src/safe-document.js'
import { buttonAround } from './enclosing-button.js'

/** How long a person must have had the content before their eyes: what the advertising trade calls a view. */
const VIEW_MS = 1000

/**
 * Resolves once a zone has been half visible, or has filled half the viewport, for a second on end, in a page that is itself visible. What
 * is seen of one without a height of its own is the button of the page that it stands in, or the overlay that it lays over the page.
 * Watches until then, or until `signal` aborts.
 */
export const whenViewed = (host: Element, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const page = safeDocument()
    const visible = new Set<Element>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      // What intersects in a hidden tab, or in a page rendered ahead, nobody sees.
      if (visible.size && page.visibilityState === 'visible') timer = setTimeout(end, VIEW_MS, true)
    }
    const observer = new IntersectionObserver(
      entries => {
        for (const entry of entries) {
          if (isHalfVisible(entry)) visible.add(entry.target)
          else visible.delete(entry.target)
        }
        update()
      },
      { threshold: [0.1, 0.2, 0.3, 0.4, 0.5] },
    )
    /** An overlay comes after its delay, and goes when it is dismissed. */
    const arrivals = new MutationObserver(watch)
    function watch() {
      const overlay = host.shadowRoot?.querySelector('[part~=overlay]')
      for (const element of [host, buttonAround(host), overlay]) if (element) observer.observe(element)
    }
    function end(viewed: boolean) {
      clearTimeout(timer)
      observer.disconnect()
      arrivals.disconnect()
      page.removeEventListener('visibilitychange', update)
      if (viewed) resolve()
    }
    if (host.shadowRoot) arrivals.observe(host.shadowRoot, { childList: true, subtree: true })
    watch()
    page.addEventListener('visibilitychange', update)
    signal.addEventListener('abort', () => end(false))
  })

/** Of nothing half is nothing, which browsers count as all of it. */
const isHalfVisible = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  (intersectionRatio >= 0.5 && intersectionRect.height > 0) ||
  intersectionRect.height * 2 >= (rootBounds?.height ?? Infinity)
