import { safeDocument } from '../src/base/safe-document.js'
import { enclosingButton } from './enclosing-button.js'
import { observeChanges } from './observe-changes.js'

/** How long a person must see the content before it counts as viewed: the industry's definition of a viewable impression. */
const VIEW_MS = 1000

/**
 * Resolves when a zone has been viewed: for one second, at least half of it was visible, or it filled at least half of the viewport, in a visible
 * page. For a zone without a height of its own, the enclosing button or the overlay counts. Where `IntersectionObserver` throws, every zone counts
 * as visible. Does not resolve if `signal` aborts before, nor in jsdom, which has no layout.
 */
export const whenViewed = (host: Element, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    if (!globalThis.IntersectionObserver) return
    const page = safeDocument()
    const visible = new Set<Element>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const update = () => {
      clearTimeout(timer)
      // In a background tab and in a prerendered page, elements intersect the viewport, but nobody sees them.
      if (visible.size && page.visibilityState === 'visible') timer = setTimeout(end, VIEW_MS, true)
    }
    let observer: IntersectionObserver | undefined
    const onChange = (entries: IntersectionObserverEntry[]) => {
      for (const entry of entries) {
        if (isHalfVisible(entry)) visible.add(entry.target)
        else visible.delete(entry.target)
      }
      update()
    }
    function observe() {
      try {
        observer ??= new IntersectionObserver(onChange, { threshold: [0.1, 0.2, 0.3, 0.4, 0.5] })
        const overlay = host.shadowRoot?.querySelector('[part~=overlay]')
        for (const element of [host, enclosingButton(host), overlay]) if (element) observer.observe(element)
      } catch {
        // A script of the page has replaced the observer. Where an element is cannot be found out.
        visible.add(host)
        update()
      }
    }
    function end(isViewed: boolean) {
      clearTimeout(timer)
      observer?.disconnect()
      unobserve?.()
      page.removeEventListener('visibilitychange', update)
      if (isViewed) resolve()
    }
    // An overlay appears after a delay, and disappears when it is dismissed.
    const unobserve = observeChanges(host.shadowRoot ?? host, observe)
    observe()
    page.addEventListener('visibilitychange', update)
    signal.addEventListener('abort', () => end(false))
  })

/** Browsers report the ratio 1 for an element without a height. */
const isHalfVisible = ({ intersectionRatio, intersectionRect, rootBounds }: IntersectionObserverEntry) =>
  (intersectionRatio >= 0.5 && intersectionRect.height > 0) ||
  intersectionRect.height * 2 >= (rootBounds?.height ?? Infinity)
