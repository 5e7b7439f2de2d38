import { attempt } from '../../src/base/attempt.js'
import { UNREADABLE } from '../../widgets/page-values.js'

/**
 * Text about the content of a value: values of different content have different texts. Unlike JSON, it holds each value, for example a `bigint`, a
 * cycle and a `Map`. Functions and symbols stand there with their own text, because a component may create them each time.
 */
export function contentKey(value: unknown, seen = new Map<object, number>()): string {
  if (typeof value !== 'object' || value === null) return `${typeof value} ${JSON.stringify(String(value))}`
  const position = seen.get(value)
  if (position !== undefined) return `seen ${position}`
  seen.set(value, seen.size)
  const content = attempt(() => contentOf(value)) ?? {}
  const fields = Object.keys(content).map(name => {
    // A getter may throw.
    const field = attempt(() => contentKey(Reflect.get(content, name), seen))
    return `${JSON.stringify(name)}: ${field ?? UNREADABLE}`
  })
  return `${Object.prototype.toString.call(value)} {${fields}}`
}

/** An object whose own properties are what `value` holds. */
function contentOf(value: object): object {
  if (value instanceof Map || value instanceof Set || value instanceof URLSearchParams) return [...value]
  if (value instanceof RegExp) return [String(value)]
  // Dates and addresses, among others.
  if ('toJSON' in value && typeof value.toJSON === 'function') return [value.toJSON()]
  return value
}
