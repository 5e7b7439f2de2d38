import type { oas31 } from 'zod-openapi'
import type { CallDocs, CallError } from './call-docs.js'

/** One origin's interface, to make a document of. */
export interface Api {
  title: string
  description: string
  origin: string
  tags: readonly string[]
  calls: DocumentedCall[]
  /** Parameters and headers of many calls, by the names they are referred to by. */
  parameters: Record<string, oas31.ParameterObject>
  headers: Record<string, oas31.HeaderObject>
  cookie: string
}

/** A call of either origin, in what the document tells of it. */
export interface DocumentedCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As the router has it: `/v4/me/assets/:id`. */
  path: string
  tag: string
  docs: CallDocs
  security: oas31.SecurityRequirementObject[]
  /** Codes that come of letting a caller in. */
  accessErrors: CallError[]
  /** The header that tells a failure, where it is a 200 all the same. */
  errorHeader: string | undefined
  /** Of the api's parameters, those the call takes; of its headers, those a 200 has. */
  parameters: string[]
  headers: string[]
}

/** The ways a token comes (specification 5.2), any of which suffices, in any one of the scopes that open the call. */
export function securityOf(scopes: string[], optional = false): oas31.SecurityRequirementObject[] {
  const roles = scopes.length ? scopes.map(scope => [scope]) : [[]]
  const ways = roles.flatMap(role => ['HEADER', 'QUERY', 'COOKIE'].map(scheme => ({ [scheme]: role })))
  return optional ? [{}, ...ways] : ways
}

/** Codes of a token that was sent along and does not hold. */
export const tokenErrors: CallError[] = [
  'method_unauthorized',
  'invalid_access_token',
  'expired_access_token',
  'payment_required',
  'access_denied',
]
