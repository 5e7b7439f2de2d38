import { describe, isObject, quote } from './describe.js'
import type { Answer } from './host.js'

/** What is wrong with an answer, in words; nothing where it brings an object. */
export function faultOf(answer: Answer | undefined, limit = '10 s'): string | undefined {
  if (!answer) return `No answer with the question’s id within ${limit}.`
  const { payload, error } = answer.message
  if (error !== undefined) return `It answered the error ${quote(isObject(error) ? error.reason : error)}.`
  if (!isObject(payload)) return `The \`payload\` of its answer was ${describe(payload)}, where an object is wanted.`
}
