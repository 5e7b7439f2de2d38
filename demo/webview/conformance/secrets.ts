import { isObject } from './describe.js'

/** Fields of a message that must not appear on a screen, in a report or in a build log. */
const SECRET_FIELDS = ['token', 'jwt', 'session', 'person']

/** Shorter values are not secrets. They could also be part of ordinary words. */
const MIN_LENGTH = 6

const known = new Set<string>()

/** Remembers the secrets in a message. */
export function rememberSecrets(message: unknown) {
  const payload = isObject(message) ? message.payload : undefined
  for (const holder of [message, payload].filter(isObject))
    for (const value of SECRET_FIELDS.map(field => holder[field]))
      if (typeof value === 'string' && value.length >= MIN_LENGTH) known.add(value)
}

/** Replaces all known secrets in a text. An app may put them anywhere, for example into the reason of an error. */
export function hideSecrets(text: string): string {
  for (const secret of known) text = text.replaceAll(secret, '…')
  return text
}
