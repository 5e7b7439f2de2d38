import { SERVICES } from '../../../../src/native/hello.js'
import { type Check, failed, notOffered, passed } from '../check.js'
import { describe, formatDuration, isObject, list, quote } from '../describe.js'
import { describeJwt } from '../jwt.js'

/** An optional field of the welcome. */
interface Field {
  title: string
  expected: string
  fix: string
  /** Describes a valid value. Returns undefined for an invalid one. */
  describe(value: unknown): string | undefined
}

const SIDES = ['top', 'right', 'bottom', 'left']
const CONSENTS = ['unset', 'granted', 'denied']

/** A smaller number is a time in seconds: as milliseconds it would be before 2001. */
const MIN_TIME_MS = 1e12

/** The shortest random text that nobody can guess. */
const MIN_SESSION_LENGTH = 16

const FIELDS: Record<string, Field> = {
  token: {
    title: 'The person’s token',
    expected: 'A token of the program, from `token.changed` or from your server. `null` if the person has logged out.',
    fix: 'Send only the token, without `Bearer`, quotes or line breaks.',
    describe: value => {
      if (value === null) return 'Nobody is logged in.'
      return typeof value === 'string' && /^[\x21-\x7e]+$/.test(value)
        ? `A token of ${value.length} characters.`
        : undefined
    },
  },
  scopes: {
    title: 'The scopes of the token',
    expected: 'A list of strings, such as `VERIFIED_CONSUMER`, as in `token.changed`.',
    fix: 'Store `scopes` with the token, unchanged. Without them the page makes one more request to the program.',
    describe: value => (isListOfStrings(value) ? `${value.map(quote).join(', ') || 'None'}.` : undefined),
  },
  expires_at: {
    title: 'When the token expires',
    expected: 'A time in the future, as ISO 8601 or in milliseconds.',
    fix: 'Store `expires_at` with the token, unchanged. It is neither a time in seconds nor a duration.',
    describe: value => {
      const time = typeof value === 'number' ? value : Date.parse(String(value))
      return time > Math.max(MIN_TIME_MS, Date.now()) ? `In ${formatDuration(time - Date.now())}.` : undefined
    },
  },
  jwt: {
    title: 'A JWT that identifies the person',
    expected: 'A JWT that your server signed and that has not expired.',
    fix: 'Let your server sign a new JWT for each welcome, valid for 1 to 5 minutes. Do not store it.',
    describe: describeJwt,
  },
  person: {
    title: 'A name for the person on this device',
    expected:
      'A random text, the same on each page, that does not say who the person is. With it, events wait on the device. Without it, they wait in memory.',
    fix: 'Create a random text when the person logs in, and store it with the token. Do not use an email address or a customer number.',
    describe: value => (isText(value) && !value.includes('@') ? `A name of ${value.length} characters.` : undefined),
  },
  session: {
    title: 'A session for this page',
    expected:
      'A random text of at least 16 characters, a new one for each page. It is required if your webview does not report which frame sent a message.',
    fix: 'Create 128 random bits when a page is committed, for example as hexadecimal text.',
    describe: value =>
      isText(value) && value.length >= MIN_SESSION_LENGTH ? `A session of ${value.length} characters.` : undefined,
  },
  locale: {
    title: 'The language of the app',
    expected: 'A language tag, such as `fr` or `pt-BR`.',
    fix: 'Use a BCP 47 language tag, with hyphens: `pt-BR`, not `pt_BR`.',
    describe: value => (isText(value) && isLanguageTag(value) ? `\`${value}\`.` : undefined),
  },
  color_scheme: {
    title: 'The color scheme of the app',
    expected: '`light` or `dark`.',
    fix: 'Send the current color scheme. Send another `welcome` when it changes.',
    describe: value => (value === 'light' || value === 'dark' ? `\`${value}\`.` : undefined),
  },
  insets: {
    title: 'The insets of the page',
    expected: '`{ top, right, bottom, left }` as numbers in CSS pixels. A missing side is 0.',
    fix: 'Send numbers in CSS pixels. On Android, divide the pixels by the density.',
    describe: value => {
      const sides = isObject(value) ? Object.entries(value) : []
      const isInset = ([side, width]: [string, unknown]) =>
        SIDES.includes(side) && typeof width === 'number' && Number.isFinite(width) && width >= 0
      if (!isObject(value) || !sides.every(isInset)) return undefined
      return `${sides.map(([side, width]) => `${side} ${width}`).join(', ') || 'None'}.`
    },
  },
  consent: {
    title: 'The consent of the person',
    expected: '`unset`, `granted` or `denied`.',
    fix: 'Leave `consent` out if your app does not ask for it: then the setting of the program applies.',
    describe: value => (CONSENTS.includes(String(value)) ? `\`${value}\`.` : undefined),
  },
}

/** The content of the welcome: what the app offers, and what it says about the person. */
export const welcome: Check[] = [
  {
    id: 'welcome.capabilities',
    title: 'What the app offers',
    expected: 'A list of the message types that the app answers. The page sends no other messages.',
    fix: `List them in \`capabilities\`, as strings: ${list(SERVICES)}.`,
    run({ welcome: { capabilities } }) {
      if (!isListOfStrings(capabilities)) return failed(`\`capabilities\` is ${describe(capabilities)}.`)
      const other = capabilities.filter(name => !SERVICES.includes(name))
      const known = SERVICES.filter(name => capabilities.includes(name))
      const offered = `The app offers ${known.length} of ${SERVICES.length}: ${list(known) || 'none'}.`
      return passed(other.length ? `${offered} Unknown to the SDK: ${list(other)}. Check the spelling.` : offered)
    },
  },
  ...Object.entries(FIELDS).map(([name, field]) => checkOf(name, field)),
]

function checkOf(name: string, field: Field): Check {
  const { title, expected, fix } = field
  return {
    id: `welcome.${name}`,
    title,
    expected,
    fix,
    run({ welcome }) {
      const value = welcome[name]
      if (value === undefined) return notOffered(`The welcome has no \`${name}\`.`)
      const description = field.describe(value)
      if (description) return passed(description)
      return failed(name === 'jwt' ? 'The JWT is malformed or has expired.' : `\`${name}\` is ${describe(value)}.`)
    },
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''
const isListOfStrings = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

function isLanguageTag(value: string) {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}
