// The inspector shows names, kinds and numbers of its own, and no value of a person, an order or a session. What may contain such a value goes through
// these functions before it is kept.

const EMAIL = /[^\s"'<>]+(@|%40)[^\s"'<>]+/g
/** A JWT, also a part of one. */
const JWT = /\beyJ[\w-]+(\.[\w-]*)*/g
const PHONE = /\+?\d[\d\s().-]{6,}\d/g
const LONG_WORD = /[\w.~+/=-]{20,}/g
/** In a token, letters and digits alternate. The names of zones, options and hosts are not like that. */
const ALTERNATIONS = /[a-z](?=\d)|\d(?=[a-z])/gi

const maskWord = (word: string) => ((word.match(ALTERNATIONS) ?? '').length > 3 ? '…' : word)

/** A text of the SDK or a name that the page has chosen, without addresses, telephone numbers and tokens. */
export const maskText = (text: string): string =>
  text.replace(EMAIL, '…').replace(JWT, '…').replace(LONG_WORD, maskWord).replace(PHONE, '…')

/** An id that the platform has made, or the name of a widget. Anything that does not look like one is hidden. */
export const maskId = (id: unknown): string => (/^(?!eyJ)[\w-]{1,40}$/.test(String(id)) ? String(id) : '…')

/** What a user agent says about the browser and its system. A native app may add anything to it. */
const BROWSER =
  /\b(Windows NT|(Mac|iPhone|CPU) OS|Android|Linux|Edg|SamsungBrowser|Firefox|Chrome|\w{2,3}iOS|Version|Safari)\b([ /X]*[\d._]+)?/g
export const maskUserAgent = (userAgent: string): string => (userAgent.match(BROWSER) ?? []).join(', ')

/** A code of an error. */
export const maskCode = (code: unknown): string => (/^[a-z_]{1,60}$/.test(String(code)) ? String(code) : '…')

/** The words in the paths of the platform's calls. */
const PATH_WORDS =
  /^(v\d|api|zones|events|token|me|persons|parameters|assets|shareables|shares|steps|journeys|rewards|status|email|share|batch|referrals-from-me|referrals-to-me|audience-memberships|send-verification-email|download|rewards\.js|)$/

/** The path of a call. Its ids and codes are hidden. */
export const maskPath = (path: string): string =>
  path
    .split('/')
    .map(word => (PATH_WORDS.test(word) ? word : '…'))
    .join('/')

/** Where a test needs a text of a certain form. The address is that of the testing kit's consumer. */
const STAND_INS: Record<string, string> = { __proto__: null!, email: 'ada@example.com', locale: 'en' }

const ADDRESS = /https?:\/\/[^\s"';,)]+/g
const RELATIVE = /(?<=^|[\s"'(])\/[^\s"';,)]+/g
/** JSON that a message quotes, to its end. */
const QUOTED_JSON = /[{[].*['":].*/s

/** The message of an error of the SDK. It may quote an address of a call, and an attribute that is not JSON. */
export const maskMessage = (message: string): string =>
  maskText(message.replace(QUOTED_JSON, '…').replace(ADDRESS, maskAddress).replace(RELATIVE, maskPath))

function maskAddress(address: string): string {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/?#@]+)([^?#]*)/.exec(address) ?? []
  return origin ? origin + maskPath(path) : '…'
}

/** The deepest object that is looked into. */
const DEPTH = 3

/** A value of the same type and form that says nothing: for data that was sent, and for content. */
export function standIn(value: unknown, key = '', depth = DEPTH): unknown {
  if (Array.isArray(value)) return depth ? value.slice(0, 1).map(item => standIn(item, key, depth - 1)) : []
  if (typeof value === 'number') return 1
  if (typeof value === 'boolean') return true
  if (typeof value === 'string') return STAND_INS[key] ?? 'text'
  if (typeof value !== 'object' || value === null) return value
  return depth ? Object.fromEntries(fieldsOf(value).map(([name, each]) => [name, standIn(each, name, depth - 1)])) : {}
}

/** The fields of an object, without those that the SDK adds and those whose name may be a value. */
const fieldsOf = (value: object) =>
  Object.entries(value).filter(
    ([name]) =>
      /^[a-z]\w{0,39}$/i.test(name) && !CODE.test(name) && maskText(name) === name && !ADDED_BY_SDK.includes(name),
  )

/** A coupon, or the number of an order or a customer. */
const CODE = /^[A-Z_]*\d|\d{4}/

const ADDED_BY_SDK = ['event_time', 'partner_event_id']
