import type { Domain } from '../domain.js'
import { type Api, type DocumentedCall, securityOf, tokenErrors } from '../openapi/api.js'
import type { CallError } from '../openapi/call-docs.js'
import { calls } from './calls.js'
import { managementTags, type ServerCall, serverTags } from './server-call.js'

/** The server API, on its own origin (specification 1, 4.1, 4.2 and 4.4). */
export const serverInterface = ({ settings, names }: Domain): Api => ({
  title: 'Integration API - Server to service',
  description:
    'The API for your backend, with the management API. Create its bearer token in the Security Center of the console, under “Managed tokens”, and keep it secret. Each call lists scopes, and the token must have one of them. ' +
    'Unknown query parameters are ignored: a misspelt filter returns the unfiltered list. ' +
    'An unknown field of a body is an error that names it: 400 `binding_error`. Only the data of an event or zone can have any fields. ' +
    'Quick start: send `GET /v2/rewards?success_only=false` with the header `Authorization: Bearer <token>`. It lists the rewards of your program. ' +
    '`success_only` is true by default: without it, lists and counts contain only rewards that are fulfilled.',
  origin: settings.serverOrigin,
  tags: [...serverTags, ...managementTags],
  calls: calls.map(documented),
  cookie: names.cookie,
  parameters: {},
  headers: {},
})

const documented = ({ method, path, requiredScopes, tag, docs }: ServerCall): DocumentedCall => ({
  method,
  path,
  tag,
  docs,
  security: securityOf(Array.isArray(requiredScopes) ? requiredScopes : [], requiredScopes === 'NONE'),
  accessErrors: accessErrorsOf(requiredScopes),
  errorHeader: undefined,
  parameters: [],
  headers: [],
})

function accessErrorsOf(requiredScopes: ServerCall['requiredScopes']): CallError[] {
  if (requiredScopes === 'NONE') return tokenErrors
  return ['missing_access_token', ...tokenErrors, ...(Array.isArray(requiredScopes) ? ['scopes_denied' as const] : [])]
}
