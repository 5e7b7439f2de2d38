/** What a native app puts into its webview, for the page to speak to. */
export interface Transport {
  postMessage(message: unknown): unknown
  /** Where the app answers, on Android. */
  onmessage?: ((event: { data: unknown }) => void) | null
}

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
export const transport = () => page.webkit?.messageHandlers?.rewards ?? page.rewardsNative ?? page.ReactNativeWebView

/** Sends a message the way its transport takes it. Throws where there is none. A WKWebView's handler with a reply answers by what this returns. */
export function post(message: object): unknown {
  const to = transport()
  const text = JSON.stringify(message)
  // WebKit takes objects, and refuses one that holds what JSON has no word for; the others take strings alone.
  return to!.postMessage(to === page.webkit?.messageHandlers?.rewards ? JSON.parse(text) : text)
}
