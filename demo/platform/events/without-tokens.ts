/** The fields in which pages and backends send tokens. */
const TOKEN_FIELD = /(token|jwt)$|^authorization$/i

/** A token in the query or the fragment of a URL. */
const IN_URL = /((?:^|[?&#])[\w.-]*(?:token|jwt)=)[^&#\s]*/gi

/** A text with at least two dots, such as a JWT or a host name. The lookbehind keeps a long text without dots from being searched from each character. */
const DOTTED = /(?<![\w-])[\w-]+(?:\.[\w-]*){2,}/g

/** The Base64 of `{"`, with which a signed or encrypted JWT begins. */
const JWT_START = 'eyJ'

type Data = Record<string, unknown>

/**
 * The data of an event without tokens and JWTs, at any depth, in names and within texts. Whoever has one can act as the person, and the data is
 * shown in reports, messages to webhooks and the console.
 */
export const withoutTokens = (data: Data): Data =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([name, value]) => !TOKEN_FIELD.test(name) && !hasJwt(name) && !isToken(value))
      .map(([name, value]) => [name, cleaned(value)]),
  )

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanedText(value)
  if (Array.isArray(value)) return value.filter(each => !isToken(each)).map(cleaned)
  return typeof value === 'object' && value !== null ? withoutTokens(value as Data) : value
}

const cleanedText = (text: string) => withoutJwts(text).replace(IN_URL, '$1')

/** Escapes of a URL can be in front of a JWT: `Bearer%20eyJ…`. */
const withoutJwts = (text: string) =>
  text.replace(DOTTED, part => (part.includes(JWT_START) ? part.slice(0, part.indexOf(JWT_START)) : part))

const hasJwt = (text: string) => withoutJwts(text) !== text

/** Whether a value is a text that has nothing but tokens. */
const isToken = (value: unknown) => typeof value === 'string' && value !== '' && cleanedText(value) === ''
