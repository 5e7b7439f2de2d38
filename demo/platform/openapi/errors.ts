import { z } from 'zod'
import { type ErrorCode, statusOf } from '../http/rest-error.js'
import type { DocumentedCall } from './api.js'

/** What every refusal looks like (specification 2.2). */
export const errorSchema = z
  .object({
    code: z.string().describe('What to decide by.'),
    http_status_code: z.int().describe('The status of the answer.'),
    message: z.string().describe('What happened, in English, for developers.'),
    parameters: z
      .record(z.string(), z.unknown())
      .describe('What the error is about; which there are depends on the code.'),
    unique_id: z.string().describe('This very occurrence: to be quoted to the platform’s support.'),
  })
  .meta({ id: 'RestExceptionResponse' })

export interface DocumentedError {
  code: ErrorCode
  status: number
}

/** Every code a call may answer: its own, those of its body and its parameters, of being let in, and of any call. */
export function errorsOf(call: DocumentedCall): DocumentedError[] {
  const { docs, accessErrors } = call
  const all = [
    ...ofBody(call),
    ...ofParameters(call),
    ...(docs.errors ?? []),
    ...accessErrors,
    'too_many_requests',
    'software_error',
  ] as const
  const errors = new Map<string, DocumentedError>()
  for (const each of all) {
    const [code, status = statusOf(code)] = typeof each === 'string' ? [each] : each
    errors.set(`${status} ${code}`, { code, status })
  }
  return [...errors.values()].sort((one, other) => one.status - other.status)
}

function ofBody({ docs: { body } }: DocumentedCall): ErrorCode[] {
  if (!body) return []
  const { accepts = ['json'], optional } = body
  const holdsJson = accepts.some(type => type !== 'form')
  return [
    'binding_error',
    ...(holdsJson ? (['invalid_json'] as const) : []),
    'invalid_parameter',
    ...(optional ? [] : (['missing_request_body'] as const)),
    'request_too_large',
    'unsupported_media_type',
  ]
}

/** What a text holds that cannot be stored is told as `invalid_parameter`. */
function ofParameters({ path, docs: { query } }: DocumentedCall): ErrorCode[] {
  if (query) return ['binding_error', 'invalid_parameter']
  return path.includes(':') ? ['invalid_parameter'] : []
}
