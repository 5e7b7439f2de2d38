/** The fields that a consumer can set, by the path of the call. */
const FIELDS: [path: RegExp, names: RegExp][] = [
  [
    /\/api\/v4\/me$/,
    /^(email|first_name|last_name|partner_user_id|profile_picture_url|cookie_consent|processing_consent)$/,
  ],
  [/\/me\/shareables(\/[^/]+)?$/, /^(key|label|content|data)$/],
]

/** Names and ids of a profile have no spaces around them. */
const TRIMMED = /^(email|first_name|last_name|partner_user_id)$/

/** Leaves out the fields that the platform does not keep, and returns the others as it keeps them. */
export function cleanBody(path: string, body: Record<string, unknown>): Record<string, unknown> {
  const [, names] = FIELDS.find(([pattern]) => pattern.test(path)) ?? []
  if (!names) return body
  const kept = Object.entries(body).filter(([name]) => names.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, cleanValue(name, value)]))
}

function cleanValue(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || !TRIMMED.test(name)) return value
  return name === 'email' ? value.trim().toLowerCase() : value.trim()
}
