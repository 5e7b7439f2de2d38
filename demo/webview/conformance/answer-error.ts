import type { Answer } from './channel.js'
import { describe, isObject, quote } from './describe.js'

/** Explains why an answer is not a success with an object as payload. Returns undefined if it is one. */
export function answerError(answer: Answer | undefined, limit = '10 s'): string | undefined {
  if (!answer) return `No answer with the id of the message arrived within ${limit}.`
  const { payload, error } = answer.message
  if (error !== undefined) return `The app answered with the error ${quote(isObject(error) ? error.reason : error)}.`
  if (!isObject(payload)) return `The \`payload\` of the answer is ${describe(payload)}. It must be an object.`
}
