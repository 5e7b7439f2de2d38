import { isFromMarkup } from '../from-markup.js'

/** What a native app puts into its webview, for the page to speak to. */
export interface Transport {
  postMessage(message: unknown): unknown
  /** Where the app answers, on Android. */
  addEventListener?(type: 'message', listener: Listener): void
  onmessage?: Listener | null
}

/** A message that a window has sent, and not the app, has a `source` and the window's origin. */
export interface TransportMessage {
  data: unknown
  source?: unknown
  origin?: string
}

type Listener = (event: TransportMessage) => void

/** A page that may be in a webview. */
export interface NativePage {
  /** WKWebView, WebKitGTK. */
  webkit?: { messageHandlers?: { rewards?: Transport } }
  /** Android: `addWebMessageListener`, or `addJavascriptInterface` on old versions. */
  rewardsNative?: Transport
  ReactNativeWebView?: Transport
}

const page = globalThis as NativePage

/** Looked up each time it is used: an app may bring it late, and take it away. */
export const transport = (): Transport | undefined =>
  webkitHandler() ?? usable(page.rewardsNative) ?? usable(page.ReactNativeWebView)

function webkitHandler(): Transport | undefined {
  // An access to another origin's window throws.
  if (isFromMarkup(page.webkit) || isFromMarkup(page.webkit?.messageHandlers)) return undefined
  return usable(page.webkit?.messageHandlers?.rewards)
}

/** A frame or an element of the page answers to the name of its `name` or `id`, and a frame has `postMessage`, too. */
const usable = (found: Transport | undefined) =>
  !isFromMarkup(found) && typeof found?.postMessage === 'function' ? found : undefined

/** Whether what is there is for any page, not for ours: its app may never have heard of us. */
export const isAnyonesTransport = () => transport() === page.ReactNativeWebView

/** Sends a message the way its transport takes it. Throws where there is none. A WKWebView's handler with a reply answers by what this returns. */
export function post(message: object): unknown {
  const to = transport()
  const text = JSON.stringify(message)
  // WebKit takes objects, and refuses one that holds what JSON has no word for; the others take strings alone.
  return to!.postMessage(to === webkitHandler() ? JSON.parse(text) : text)
}

/** On Android the app answers at the object that the page has sent its message to. */
export function listenTo(listener: Listener): void {
  const to = Object(transport()) as Transport
  if (to.addEventListener) to.addEventListener('message', listener)
  else if ('onmessage' in to) to.onmessage = listener
}
