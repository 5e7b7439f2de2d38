import { absent, type Check, failed, passed } from '../check.js'
import { describe, isObject, list, quote, span } from '../describe.js'

interface Field {
  title: string
  expects: string
  mend: string
  /** What it is, in words, where it is as it should be; nothing where it is not. */
  describe(value: unknown): string | undefined
}

const KNOWN = ['token.renew', 'token.changed', 'share', 'open', 'close', 'event', 'clipboard.write', 'haptic']
const SIDES = ['top', 'right', 'bottom', 'left']
const CONSENT = ['unset', 'granted', 'denied']

/** Before 2001, as milliseconds: those were seconds. */
const EARLIEST_MS = 1e12

/** The shortest random words that nobody guesses, in the densest letters there are. */
const WORD_LENGTH = 16

/** What a welcome may say, by field. */
const FIELDS: Record<string, Field> = {
  token: {
    title: 'The person’s token',
    expects:
      'A token of the program, as the page has told it or your server has made it; `null` where the person has logged out.',
    mend: 'Hand over the token alone, as it is: no `Bearer`, no quotes, no line end.',
    describe: value => {
      if (value === null) return 'Nobody is logged in.'
      return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
        ? `A token of ${value.length} characters.`
        : undefined
    },
  },
  scopes: {
    title: 'What the token may',
    expects: 'A list of words, such as `VERIFIED_CONSUMER`: what `token.changed` has brought with the token.',
    mend: 'Keep `scopes` with the token, as they are. Without them the page asks the program once more.',
    describe: value => (isListOfWords(value) ? `${value.map(quote).join(', ') || 'None'}.` : undefined),
  },
  expires_at: {
    title: 'How long the token lives',
    expects: 'A time to come, in ISO 8601 or in milliseconds.',
    mend: 'Keep `expires_at` with the token, as it is. It is neither seconds nor a length of time.',
    describe: value => {
      const time = typeof value === 'number' ? value : Date.parse(String(value))
      return time > Math.max(EARLIEST_MS, Date.now()) ? `For ${span(time - Date.now())}.` : undefined
    },
  },
  jwt: {
    title: 'A proof of who the person is',
    expects: 'A JWT that your server has signed, and that has not expired.',
    mend: 'Have your server sign another one for each welcome, good for 1 to 5 minutes. Do not keep it.',
    describe: describeJwt,
  },
  person: {
    title: 'The person’s name on this device',
    expects:
      'A random name, the same on each page, that says nothing about who they are. With it events wait on the device, else in memory.',
    mend: 'Make a random name as the person logs in, and keep it beside the token. An address or a customer’s number is none.',
    describe: value => (isWord(value) && !value.includes('@') ? `A name of ${value.length} characters.` : undefined),
  },
  session: {
    title: 'A word for this page',
    expects:
      'A random word of at least 16 characters, another one for each page. Needed where your webview does not say which frame has sent a message.',
    mend: 'Take 128 random bits as each page is committed, in hexadecimal, say.',
    describe: value =>
      isWord(value) && value.length >= WORD_LENGTH ? `A word of ${value.length} characters.` : undefined,
  },
  locale: {
    title: 'The app’s language',
    expects: 'A language tag, such as `fr` or `pt-BR`.',
    mend: 'Use a BCP 47 tag, with hyphens: `pt_BR` is none.',
    describe: value => (isWord(value) && isTag(value) ? `\`${value}\`.` : undefined),
  },
  color_scheme: {
    title: 'The app’s colours',
    expects: '`light` or `dark`.',
    mend: 'Say what the app wears now, and say it again by a `welcome` when that changes.',
    describe: value => (value === 'light' || value === 'dark' ? `\`${value}\`.` : undefined),
  },
  insets: {
    title: 'What of the page the device covers',
    expects: '`{ top, right, bottom, left }` in CSS pixels, each a number; what is missing is 0.',
    mend: 'Say numbers, in CSS pixels: on Android divide by the density.',
    describe: value => {
      const sides = isObject(value) ? Object.entries(value) : []
      const isInset = ([side, width]: [string, unknown]) =>
        SIDES.includes(side) && typeof width === 'number' && Number.isFinite(width) && width >= 0
      if (!isObject(value) || !sides.every(isInset)) return undefined
      return `${sides.map(([side, width]) => `${side} ${width}`).join(', ') || 'None'}.`
    },
  },
  consent: {
    title: 'What the person has agreed to',
    expects: '`unset`, `granted` or `denied`.',
    mend: 'Leave it out where your app does not ask: the program’s own setting counts then.',
    describe: value => (CONSENT.includes(String(value)) ? `\`${value}\`.` : undefined),
  },
}

/** What the app says of itself and of its person as they meet. */
export const welcome: Check[] = [
  {
    id: 'welcome.capabilities',
    title: 'What the app can do',
    expects: 'A list of the messages that the app answers. Nothing else is asked.',
    mend: `Name them in \`capabilities\`, a list of words: ${list(KNOWN)}.`,
    run({ welcome: { capabilities } }) {
      if (!isListOfWords(capabilities)) return failed(`\`capabilities\` is ${describe(capabilities)}.`)
      const own = capabilities.filter(name => !KNOWN.includes(name))
      const known = KNOWN.filter(name => capabilities.includes(name))
      const offered = `${known.length} of ${KNOWN.length}: ${list(known) || 'none'}.`
      return passed(own.length ? `${offered} Your own, if they are not misspelt: ${list(own)}.` : offered)
    },
  },
  ...Object.entries(FIELDS).map(([name, field]): Check => {
    const { title, expects, mend } = field
    return {
      id: `welcome.${name}`,
      title,
      expects,
      mend,
      run({ welcome }) {
        const value = welcome[name]
        if (value === undefined) return absent(`The welcome has no \`${name}\`.`)
        const seen = field.describe(value)
        return seen ? passed(seen) : failed(`\`${name}\` is ${name === 'jwt' ? 'no such JWT' : describe(value)}.`)
      },
    }
  }),
]

/** Signed, of three parts, or encrypted, of five. What can be read of it is when it expires. */
export function describeJwt(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[\w-]+(\.[\w-]*){2}(\.[\w-]+){0,2}$/.test(value)) return undefined
  const parts = value.split('.')
  if (parts.length === 5) return 'An encrypted JWT.'
  const claims = parts.length === 3 ? readClaims(parts[1]!) : undefined
  const left = Number(claims?.exp) * 1_000 - Date.now()
  return left > 0 ? `A JWT that is good for ${span(left)}.` : undefined
}

function readClaims(part: string): { exp?: unknown } | undefined {
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isListOfWords = (value: unknown): value is string[] => Array.isArray(value) && value.every(isWord)

function isTag(value: string) {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}
