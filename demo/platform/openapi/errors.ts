import { z } from 'zod'
import { type ErrorCode, statusOf } from '../http/rest-error.js'
import type { DocumentedCall } from './api.js'

/** The body of every error response (specification 2.2). */
export const errorSchema = z
  .object({
    code: z.string().describe('The error code. Handle errors by this code.'),
    http_status_code: z.int().meta({ format: 'int32', description: 'The HTTP status of the response.' }),
    message: z.string().describe('What happened. For developers, in English.'),
    parameters: z.record(z.string(), z.unknown()).describe('Details of the error. The fields depend on the code.'),
    unique_id: z.string().describe('The id of this occurrence. Quote it when you contact support.'),
  })
  .meta({ id: 'RestExceptionResponse' })

export interface DocumentedError {
  code: ErrorCode
  status: number
}

/** Lists every error that a call can respond with: its own, those of its body, parameters and access check, and those of every call. */
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

/** A text that the database cannot store is an `invalid_parameter`. */
function ofParameters({ path, docs: { query } }: DocumentedCall): ErrorCode[] {
  if (query) return ['binding_error', 'invalid_parameter']
  return path.includes(':') ? ['invalid_parameter'] : []
}
