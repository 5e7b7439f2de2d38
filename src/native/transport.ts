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

type Listener = (event: TransportMessage) => void

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

function webkitHandler(): Transport | undefined {
  // Reading a property of a window of another origin throws.
  if (isFromMarkup(page.webkit) || isFromMarkup(page.webkit?.messageHandlers)) return undefined
  return usable(page.webkit?.messageHandlers?.rewards)
}

/** A name of `window` may also be an element of the page, or a frame. A frame has `postMessage`, too. */
const usable = (found: Transport | undefined) =>
  !isFromMarkup(found) && typeof found?.postMessage === 'function' ? found : undefined

/** Whether the transport is not made for the SDK: every React Native app has it, and the app need not know the SDK. */
export const isGenericTransport = () => transport() === page.ReactNativeWebView

/** Sends a message in the form that the transport accepts. Returns what the transport returns. Throws if there is no transport. */
export function post(message: object): unknown {
  const to = transport()
  const text = JSON.stringify(message)
  // WebKit accepts objects, but only with values that JSON can express. The other transports accept only strings.
  return to!.postMessage(to === webkitHandler() ? JSON.parse(text) : text)
}

/** On Android, the app answers by messages of the object to which the page has sent its message. */
export function listenTo(listener: Listener): void {
  const to = Object(transport()) as Transport
  if (to.addEventListener) to.addEventListener('message', listener)
  else if ('onmessage' in to) to.onmessage = listener
}

export function stopListeningTo(listener: Listener): void {
  const to = Object(transport()) as Transport
  to.removeEventListener?.('message', listener)
  if (to.onmessage === listener) to.onmessage = null
}
