import { attempt } from '../src/base/attempt.js'

interface Observer {
  observe(target: Node, options?: object): void
  disconnect(): void
}

/**
 * Has an observer watch `target`, and returns a function that ends this. Returns undefined where no observer works: in jsdom, which has no layout,
 * and on a page with a script that has replaced the observer. A zone must not fail with it.
 */
export const startObserver = (create: () => Observer, target: Node, options?: object): (() => void) | undefined =>
  attempt(() => {
    const observer = create()
    observer.observe(target, options)
    return () => observer.disconnect()
  })
