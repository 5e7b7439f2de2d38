// Shows the shop in React Native and answers the messages of docs/webviews.md. The tests compile it with react-native 0.88 and
// react-native-webview 16. Not run yet.
//
// Requires react-native-webview, @react-native-clipboard/clipboard, the VIBRATE permission on Android, and an `Account` from your app. Your
// app owns the token: it stores the token in the Keychain or Keystore (react-native-keychain), and its own server creates a new token or
// signs a JWT for the person. Never log the token or put it in a URL.

import Clipboard from '@react-native-clipboard/clipboard'
import { type RefObject, useRef } from 'react'
import { Linking, Platform, Share, Vibration } from 'react-native'
import { WebView, type WebViewMessageEvent } from 'react-native-webview'
import type { ShouldStartLoadRequest } from 'react-native-webview/lib/WebViewTypes'

type Payload = Record<string, unknown>

/** Handles a message. Returns the payload of the answer, or throws the reason of an error. */
type Handler = (payload: Payload) => Promise<unknown> | unknown

/** The person who uses the app. */
export interface Account {
  /** Resolves with the token that the page sent last: `token`, `scopes`, `expires_at`. Undefined if nobody is logged in. */
  token(): Promise<Payload | undefined>
  storeToken(token: Payload | undefined): Promise<void>
  /** A random name for the person, the same on each page. It must not say who the person is. */
  person?: string
  /** Requests `token`, `scopes` and `expires_at`, or `jwt`, from the app's own server. Rejects if nobody is logged in. */
  renew(): Promise<Payload>
}

interface Props {
  /** An origin, such as `https://shop.brand.com`. */
  shop: string
  account: Account
  /** A random text of at least 128 bits, a new one for each mount. For example `randomUUID()` of expo-crypto. */
  session: string
  onClose(): void
  onEvent?(name: unknown, data: unknown): void
}

const VIBRATION_MS = 10
const COPY_ACTIVITY = 'com.apple.UIKit.activity.CopyToPasteboard'

export function ReactNativeHost(props: Props) {
  const { shop, session } = props
  const view = useRef<WebView<object>>(null)
  const handlers = createHandlers(props)

  /** React Native does not report which frame sent a message. Only the top frame knows the session. */
  async function receive({ nativeEvent }: WebViewMessageEvent) {
    // The URL of the page. The message can still come from one of its frames.
    if (!nativeEvent.url.startsWith(`${shop}/`)) return
    const message = parse(nativeEvent.data)
    const { id, type } = message
    if (message.rewards !== 1 || typeof type !== 'string') return
    if (type !== 'hello' && message.session !== session) return
    const answer = { rewards: 1, id, type: type === 'hello' ? 'welcome' : type }
    try {
      if (!Object.hasOwn(handlers, type)) throw new Error('unknown_type')
      send(view, shop, { ...answer, payload: Object((await handlers[type]?.(Object(message.payload))) ?? {}) })
    } catch (error) {
      send(view, shop, { ...answer, error: { code: 'native_error', reason: (error as Error).message } })
    }
  }

  /** Opens other sites outside. Frames can load what they want; on Android, `isTopFrame` is missing and this is called only for the page. */
  function mayLoad({ url, isTopFrame }: ShouldStartLoadRequest) {
    if (isTopFrame === false || url.startsWith(`${shop}/`)) return true
    open(url).catch(() => {})
    return false
  }

  // `originWhitelist` cannot replace `mayLoad`: it compares only the beginning of a host, and it also applies to frames.
  return (
    <WebView
      ref={view}
      source={{ uri: `${shop}/` }}
      originWhitelist={['*']}
      onShouldStartLoadWithRequest={mayLoad}
      onMessage={receive}
    />
  )
}

/** The handler of each message type. */
function createHandlers({ account, session, onClose, onEvent }: Props): Record<string, Handler> {
  const handlers: Record<string, Handler> = {
    async hello() {
      const capabilities = Object.keys(handlers).filter(type => type !== 'hello')
      return { ...(await account.token()), capabilities, session, person: account.person }
    },
    async 'token.renew'() {
      const renewed = await account.renew().catch(() => {
        throw new Error('not_logged_in')
      })
      if (renewed.token) await account.storeToken(renewed)
      return renewed
    },
    'token.changed': payload => account.storeToken(payload.token ? payload : undefined),
    share,
    open: ({ url }) => open(String(url)),
    close: onClose,
    'clipboard.write': ({ text }) => Clipboard.setString(String(text)),
    haptic: () => Vibration.vibrate(VIBRATION_MS),
    event: ({ name, data }) => onEvent?.(name, data),
  }
  return handlers
}

/** Sends a message to the top frame, unless it shows another site now. Older engines need two line separators of JSON escaped. */
function send(view: RefObject<WebView<object> | null>, shop: string, message: object) {
  const json = JSON.stringify(message)
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
  view.current?.injectJavaScript(`if (location.origin === ${JSON.stringify(shop)})
    (window.rewards?.push ? rewards : (window.rewards = [])).push(['receive', ${json}]);
    true`)
}

async function open(url: string) {
  if (!/^(https|mailto|sms|tel):/i.test(url)) throw new Error('refused')
  await Linking.openURL(url)
}

async function share({ url, text, title }: Payload) {
  const link = String(url)
  const message = text ? String(text) : undefined
  // Android's share sheet takes one text and does not report the outcome.
  if (Platform.OS === 'android') {
    await Share.share({ message: message ? `${message} ${link}` : link, title: title ? String(title) : undefined })
    return { outcome: 'handed_off' }
  }
  const { action, activityType } = await Share.share({ message, url: link })
  if (action === Share.dismissedAction) return { outcome: 'canceled' }
  // A copied link has not been sent to anybody yet.
  return { outcome: activityType === COPY_ACTIVITY ? 'handed_off' : 'shared' }
}

function parse(text: string): Payload {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
