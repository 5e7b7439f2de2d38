/** The fields in which pages send tokens. */
const TOKEN_FIELDS = /^(access_?token|jwt|token)$/i

/** A JWT in any field: two parts that begin with the Base64 of `{"`, and a signature. */
const JWT = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*$/

type Data = Record<string, unknown>

/**
 * The data of an event without tokens and JWTs, at any depth. Whoever has one can act as the person, and the data is shown in
 * reports, messages to webhooks and the console.
 */
export const withoutTokens = (data: Data): Data =>
  Object.fromEntries(
    Object.entries(data)
      .filter(([name, value]) => !TOKEN_FIELDS.test(name) && !isJwt(value))
      .map(([name, value]) => [name, cleaned(value)]),
  )

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(each => !isJwt(each)).map(cleaned)
  return typeof value === 'object' && value !== null ? withoutTokens(value as Data) : value
}

const isJwt = (value: unknown) => typeof value === 'string' && JWT.test(value)
