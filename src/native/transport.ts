import { isFromMarkup } from '../base/from-markup.js'

/** An object that a native app adds to its webview, and to which the page sends messages. */
export interface Transport {
  postMessage(message: unknown): unknown
  /** On Android, the app answers by messages of this object. */
  addEventListener?(type: 'message', listener: Listener): void
  removeEventListener?(type: 'message', listener: Listener): void
  onmessage?: Listener | null
}

/** A message that a window has sent, and not the app, has a `source` and the origin of that window. */
export interface TransportMessage {
  data: unknown
  source?: unknown
  origin?: string
}

export type Listener = (event: TransportMessage) => void

/** A page that may be in a webview. */
export interface NativePage {
  /** WKWebView, WebKitGTK. */
  webkit?: { messageHandlers?: { rewards?: Transport } }
  /** Android: from `addWebMessageListener`, or from `addJavascriptInterface` on old versions. */
  rewardsNative?: Transport
  ReactNativeWebView?: Transport
}

const page = globalThis as NativePage

/** The transport of the app around the page. Looked up at each use: an app may add it late, or remove it. */
export const transport = (): Transport | undefined =>
  webkitHandler() ?? usable(page.rewardsNative) ?? usable(page.ReactNativeWebView)

export function webkitHandler(): Transport | undefined {
  // Reading a property of a window of another origin throws.
  if (isFromMarkup(page.webkit) || isFromMarkup(page.webkit?.messageHandlers)) return undefined
  return usable(page.webkit?.messageHandlers?.rewards)
}

/** A name of `window` may also be an element of the page, or a frame. A frame has `postMessage`, too. */
const usable = (found: Transport | undefined) =>
  !isFromMarkup(found) && typeof found?.postMessage === 'function' ? found : undefined
