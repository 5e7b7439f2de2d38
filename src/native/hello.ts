/** The message types that an app may offer to answer. */
export const SERVICES = ['token.renew', 'token.changed', 'share', 'open', 'close', 'event', 'clipboard.write', 'haptic']

/** What the page uses of a welcome beside the services and the token. */
const SETTINGS = ['insets', 'color_scheme', 'locale', 'consent']

/** The payload of the first message to the app: the version of the protocol, and all that this version of the SDK can use. */
export const HELLO = { protocol: 1, wants: [...SERVICES, ...SETTINGS] }
