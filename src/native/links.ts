import { safeDocument } from '../base/safe-document.js'

/** The part of the native app that links need. */
interface App {
  offers(capability: string): boolean
  request(type: string, payload: object): Promise<unknown>
}

/**
 * Lets the app open the links of zones that leave the page. Many webviews ignore a link to a new window, and a link to another app, such
 * as `mailto:`. If the app fails, the browser follows the link.
 */
export function openLinks(app: App, lifetime: AbortSignal): void {
  const onClick = (event: Event) => {
    const path = event.composedPath()
    const link = path.find(node => node instanceof HTMLAnchorElement)
    if (event.defaultPrevented || !link?.href || !app.offers('open')) return
    const isInZone = path.some(node => (node as Element).localName === 'rewards-zone')
    const leavesPage = link.target === '_blank' || !/^https?:/.test(link.protocol)
    if (!isInZone || !leavesPage) return
    event.preventDefault()
    const { href } = link
    app.request('open', { url: href }).catch(() => location.assign(href))
  }
  safeDocument().addEventListener('click', onClick, { signal: lifetime })
}
