import { type Listener, type NativePage, type Transport, transport, webkitHandler } from './transport.js'

/** Whether the transport is not made for the SDK: every React Native app has it, and the app need not know the SDK. */
export const isGenericTransport = () => transport() === (globalThis as NativePage).ReactNativeWebView

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
