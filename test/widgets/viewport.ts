import { beforeEach } from 'vitest'

type Observe = ConstructorParameters<typeof IntersectionObserver>[0]

/** The viewport of a page without a layout: the test says what of an element is seen. */
export function useViewport() {
  const observers = new Map<FakeObserver, Set<Element>>()

  class FakeObserver implements IntersectionObserver {
    readonly root = null
    readonly scrollMargin = ''
    readonly thresholds = []

    readonly rootMargin: string

    constructor(
      readonly callback: Observe,
      { rootMargin = '' }: IntersectionObserverInit = {},
    ) {
      this.rootMargin = rootMargin
      observers.set(this, new Set())
    }
    takeRecords() {
      return []
    }
    unobserve(element: Element) {
      observers.get(this)?.delete(element)
    }
    observe(element: Element) {
      observers.get(this)?.add(element)
    }
    disconnect() {
      observers.delete(this)
    }
  }

  beforeEach(() => {
    observers.clear()
    const { IntersectionObserver } = globalThis
    globalThis.IntersectionObserver = FakeObserver
    return () => {
      globalThis.IntersectionObserver = IntersectionObserver
    }
  })

  return {
    /** So much of `element`, of its height, is in a viewport of that height: now, or one after the other, told together. */
    show(element: Element, ratios: number | number[] = 1, viewportHeight = 2000, height = 1000) {
      const entries = [ratios].flat().map(intersectionRatio => ({
        target: element,
        isIntersecting: intersectionRatio > 0,
        intersectionRatio,
        intersectionRect: { height: height * intersectionRatio },
        rootBounds: { height: viewportHeight },
      })) as IntersectionObserverEntry[]
      for (const [observer, elements] of [...observers]) if (elements.has(element)) observer.callback(entries, observer)
    },
    /** How close `element` must come to the viewport, for each that watches it. */
    marginsOf: (element: Element) =>
      [...observers].flatMap(([{ rootMargin }, elements]) => (elements.has(element) ? rootMargin : [])),
    /** How many watch `element`. */
    watchers: (element: Element) => [...observers.values()].filter(elements => elements.has(element)).length,
  }
}
