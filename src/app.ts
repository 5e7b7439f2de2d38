/** A token that a native app gives the page, with its details where the app knows them; or a JWT that proves who the consumer is. */
export interface GivenToken {
  access_token?: string | undefined
  jwt?: string | undefined
  details?: { scopes: string[]; expires_at: number } | false
}

/** What the native app around the page has taken over; in a browser, nothing. Only `native/` writes here. */
export interface App {
  /** The app has answered: from now on the token travels in the header, and no address holds it. */
  isConnected: boolean
  /** The app's language. The page's own `data.locale` wins. */
  locale?: string
  /** Set where the app keeps the token: resolves with a token instead of a dead or missing one. `dead` is the last one it gave, if that is dead. */
  renewToken?: (dead?: string) => Promise<GivenToken>
}
