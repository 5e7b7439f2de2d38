/** What a native app gives the page: a token, with its details if the app knows them, or a JWT that proves who the consumer is. */
export interface AppCredentials {
  access_token?: string | undefined
  jwt?: string | undefined
  details?: { scopes: string[]; expires_at: number } | undefined
}

/** What the native app around the page has taken over. In a browser, it is empty. Only `native/` changes it. */
export interface App {
  /** The app has answered. From then on the token travels in the header, and no address contains it. */
  isConnected: boolean
  /** The language of the app. The page's own `data.locale` takes precedence. */
  locale?: string
  /** Set if the app keeps the token: asks the app for a token. `deadToken` is the token that it gave last, if that token is dead. */
  renewToken?: (deadToken?: string) => Promise<AppCredentials>
  /** Set if the app keeps the token: the app's name for the person, if it names its people. Events wait for the person of this name. */
  person?: () => string | undefined
}
