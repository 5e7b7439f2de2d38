import { safeDocument } from '../safe-document.js'

interface App {
  offers(capability: string): boolean
  request(type: string, payload: object): Promise<unknown>
}

/**
 * Has the app open what a zone links to: in a webview a new window is often nothing at all, and so is the address of another app. Where
 * the app fails, the browser follows the link as it can.
 */
export function openLinks(app: App): void {
  safeDocument().addEventListener('click', event => {
    const path = event.composedPath()
    const link = path.find(each => each instanceof HTMLAnchorElement)
    if (event.defaultPrevented || !link?.href || !app.offers('open')) return
    // Our own links alone: the page's others are its own to follow.
    if (!path.some(each => (each as Element).localName === 'rewards-zone')) return
    if (link.target !== '_blank' && /^https?:/.test(link.protocol)) return
    event.preventDefault()
    const { href } = link
    app.request('open', { url: href }).catch(() => location.assign(href))
  })
}
