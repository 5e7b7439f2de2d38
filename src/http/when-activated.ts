import { hasDocument } from '../base/environment.js'
import { safeDocument } from '../base/safe-document.js'

/**
 * Resolves when a prerendered page is activated, or when one of the signals aborts. Returns undefined for any other page. A prerendered page may
 * never be seen: until it is, it makes no consumer and sends nothing.
 */
export function whenActivated(...signals: (AbortSignal | undefined)[]): Promise<void> | undefined {
  if (!hasDocument()) return undefined
  const page = safeDocument() as Document & { prerendering?: boolean }
  if (!page.prerendering) return undefined
  return new Promise(resolve => {
    page.addEventListener('prerenderingchange', () => resolve())
    for (const signal of signals) {
      signal?.addEventListener('abort', () => resolve())
      if (signal?.aborted) resolve()
    }
  })
}
