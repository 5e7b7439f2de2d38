import { isObject } from './describe.js'

/** What a message may hold that nobody is to read on a screen, in a report or in the log of a build. */
const FIELDS = ['token', 'jwt', 'session', 'person']

/** Shorter ones are no secrets, and parts of words. */
const LENGTH = 6

const known = new Set<string>()

/** Remembers what of a message is secret. */
export function keepSecret(message: unknown) {
  const payload = isObject(message) ? message.payload : undefined
  for (const holder of [message, payload].filter(isObject))
    for (const value of FIELDS.map(field => holder[field]))
      if (typeof value === 'string' && value.length >= LENGTH) known.add(value)
}

/** A text without any of that, wherever an app has put it: into the reason of an error, say. */
export function veiled(text: string): string {
  for (const secret of known) text = text.replaceAll(secret, '…')
  return text
}
