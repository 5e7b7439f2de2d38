// The shop in React Native: the app's end of docs/webviews.md. Type-checked with react-native 0.81, and not run yet.
//
// Needs react-native-webview and @react-native-clipboard/clipboard, Android's VIBRATE permission, and of the app an `Account`. The token is
// the app's: it keeps it in the Keychain or the Keystore (react-native-keychain), and its own server makes a new one, or signs a JWT that
// proves who the person is. It is never logged and never in an address.

import Clipboard from '@react-native-clipboard/clipboard'
import { useRef } from 'react'
import { Linking, Platform, Share, Vibration } from 'react-native'
import { WebView, type WebViewMessageEvent } from 'react-native-webview'
import type { ShouldStartLoadRequest } from 'react-native-webview/lib/WebViewTypes'

type Payload = Record<string, unknown>

/** What the app knows about its person. */
export interface Account {
  /** What the page has last told: `token`, `scopes`, `expires_at`. Undefined: nobody. */
  token(): Promise<Payload | undefined>
  keep(token: Payload | undefined): Promise<void>
  /** A random name for the person, the same on each page, which says nothing about who they are. */
  person?: string
  /** Asks the app's own server for `token`, `scopes` and `expires_at`, or for `jwt`. Throws: nobody. */
  renew(): Promise<Payload>
}

interface Props {
  /** An origin, such as `https://shop.brand.com`. */
  shop: string
  account: Account
  /** A random word of at least 128 bits, another one each time this is mounted; of expo-crypto's `randomUUID()`, say. */
  session: string
  onClose(): void
  onEvent?(name: unknown, data: unknown): void
}

const BUZZ_MS = 10
const COPIED = 'com.apple.UIKit.activity.CopyToPasteboard'

export function ReactNativeHost({ shop, account, session, onClose, onEvent }: Props) {
  const view = useRef<WebView<object>>(null)

  const acts: Record<string, (payload: Payload) => Promise<unknown> | unknown> = {
    async hello() {
      const capabilities = Object.keys(acts).filter(type => type !== 'hello')
      return { ...(await account.token()), capabilities, session, person: account.person }
    },
    async 'token.renew'() {
      const given = await account.renew().catch(() => {
        throw new Error('nobody')
      })
      if (given.token) await account.keep(given)
      return given
    },
    'token.changed': payload => account.keep(payload.token ? payload : undefined),
    share,
    open: ({ url }) => open(String(url)),
    close: onClose,
    'clipboard.write': ({ text }) => Clipboard.setString(String(text)),
    haptic: () => Vibration.vibrate(BUZZ_MS),
    event: ({ name, data }) => onEvent?.(name, data),
  }

  /** React Native does not say which frame has sent a message: what knows the session is the page. */
  async function hear({ nativeEvent }: WebViewMessageEvent) {
    // Where the page is; a frame of it may have spoken all the same.
    if (!nativeEvent.url.startsWith(`${shop}/`)) return
    const message = parsed(nativeEvent.data)
    const { id, type } = message
    if (message.rewards !== 1 || typeof type !== 'string') return
    if (type !== 'hello' && message.session !== session) return
    const said = { rewards: 1, id, type: type === 'hello' ? 'welcome' : type }
    try {
      if (!Object.hasOwn(acts, type)) throw new Error('unknown_type')
      say({ ...said, payload: Object((await acts[type]?.(Object(message.payload))) ?? {}) })
    } catch (error) {
      say({ ...said, error: { code: 'native_error', reason: (error as Error).message } })
    }
  }

  /** Into the top frame, unless another site is there by now. JSON is JavaScript, save for two line ends in old engines. */
  function say(message: object) {
    const json = JSON.stringify(message)
      .replace(/\u2028/g, '\\u2028')
      .replace(/\u2029/g, '\\u2029')
    view.current?.injectJavaScript(`if (location.origin === ${JSON.stringify(shop)})
      (window.rewards?.push ? rewards : (window.rewards = [])).push(['receive', ${json}]);
      true`)
  }

  /** Other sites open outside. What a frame shows is the page's own to say; Android asks of the page alone, and does not say so. */
  function mayLoad({ url, isTopFrame }: ShouldStartLoadRequest) {
    if (isTopFrame === false || url.startsWith(`${shop}/`)) return true
    open(url).catch(() => {})
    return false
  }

  // A list of origins would be too wide, for it takes the beginning of a host for the whole, and too narrow, for it knows no frames.
  return (
    <WebView
      ref={view}
      source={{ uri: `${shop}/` }}
      originWhitelist={['*']}
      onShouldStartLoadWithRequest={mayLoad}
      onMessage={hear}
    />
  )
}

async function open(url: string) {
  if (!/^(https|mailto|sms|tel):/i.test(url)) throw new Error('refused')
  await Linking.openURL(url)
}

async function share({ url, text, title }: Payload) {
  const link = String(url)
  const words = text ? String(text) : undefined
  // Android's sheet takes one text, and says nothing of what became of it.
  if (Platform.OS === 'android') {
    await Share.share({ message: words ? `${words} ${link}` : link, title: title ? String(title) : undefined })
    return { outcome: 'handed_off' }
  }
  const { action, activityType } = await Share.share({ message: words, url: link })
  if (action === Share.dismissedAction) return { outcome: 'canceled' }
  // What has been copied has reached nobody yet.
  return { outcome: activityType === COPIED ? 'handed_off' : 'shared' }
}

function parsed(text: string): Payload {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
