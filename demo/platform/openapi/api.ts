import type { oas31 } from 'zod-openapi'
import type { CallDocs, CallError } from './call-docs.js'

/** The API of one origin, as input for its OpenAPI document. */
export interface Api {
  title: string
  description: string
  origin: string
  tags: readonly string[]
  calls: DocumentedCall[]
  /** Shared parameters and headers by name. Calls refer to them. */
  parameters: Record<string, oas31.ParameterObject>
  headers: Record<string, oas31.HeaderObject>
  cookie: string
}

/** A call of either API, as input for its operation in the document. */
export interface DocumentedCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** In the syntax of the router: `/v4/me/assets/:id`. */
  path: string
  tag: string
  docs: CallDocs
  security: oas31.SecurityRequirementObject[]
  /** The errors of the access check. */
  accessErrors: CallError[]
  /** The header with the error, for calls that always respond with 200. */
  errorHeader: string | undefined
  /** The names of the shared parameters of the request and of the shared headers of a 200. */
  parameters: string[]
  headers: string[]
}

/** The security requirements of a call: a token in any carrier (specification 5.2), with any one of `scopes`. */
export function securityOf(scopes: string[], optional = false): oas31.SecurityRequirementObject[] {
  const roles = scopes.length ? scopes.map(scope => [scope]) : [[]]
  const ways = roles.flatMap(role => ['HEADER', 'QUERY', 'COOKIE'].map(scheme => ({ [scheme]: role })))
  return optional ? [{}, ...ways] : ways
}

/** The errors of an invalid token. */
export const tokenErrors: CallError[] = [
  'method_unauthorized',
  'invalid_access_token',
  'expired_access_token',
  'payment_required',
  'access_denied',
]
