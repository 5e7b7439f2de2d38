import { randomUUID } from 'node:crypto'
import { DatabaseUnavailable } from '../store/database-error.js'

/** The default status of each error code (specification 7 and the descriptions of the calls). */
const statuses = {
  binding_error: 400,
  invalid_json: 400,
  invalid_parameter: 400,
  missing_request_body: 400,
  invalid_access_token_duration: 400,
  invalid_client_id: 400,
  invalid_campaign_id: 400,
  jwt_error: 401,
  email_not_applicable: 400,
  missing_zone_name: 400,
  invalid_zone_name: 400,
  invalid_creative_result: 400,
  no_creative: 400,
  invalid_person_email: 400,
  person_email_already_defined: 400,
  partner_user_id_already_defined: 400,
  partner_user_id_invalid_length: 400,
  invalid_length_first_name: 400,
  invalid_length_last_name: 400,
  invalid_profile_picture_url: 400,
  invalid_reward_filter: 400,
  invalid_reward_id: 400,
  content_url_length_out_of_range: 400,
  method_unauthorized: 401,
  invalid_credentials: 401,
  invalid_access_token: 401,
  expired_access_token: 401,
  jwt_authentication_error: 401,
  payment_required: 402,
  access_denied: 403,
  scopes_denied: 403,
  missing_credentials: 403,
  missing_access_token: 403,
  person_not_found: 403,
  email_mismatch: 403,
  invalid_email: 403,
  shareable_not_found: 403,
  share_not_found: 403,
  asset_not_found: 400,
  asset_limit_exceeded: 400,
  asset_mime_type_invalid: 400,
  asset_size_invalid: 400,
  data_already_exists: 400,
  data_not_found: 400,
  read_only_name: 400,
  invalid_name: 403,
  invalid_value: 403,
  client_params_name_length_out_of_range: 403,
  client_params_value_length_out_of_range: 403,
  blocked_content_url: 403,
  invalid_content_url: 403,
  content_image_url_invalid: 403,
  label_name_contains_illegal_character: 403,
  label_name_length_out_of_range: 403,
  data_attribute_name_invalid: 403,
  data_attribute_value_length_out_of_range: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_too_large: 413,
  unsupported_media_type: 415,
  misdirected_request: 421,
  too_many_requests: 429,
  software_error: 500,
} as const

export type ErrorCode = keyof typeof statuses

/** The default status of a code. */
export const statusOf = (code: ErrorCode): number => statuses[code]

export interface RestErrorDetails {
  /** Details of the error. The fields depend on the code. */
  parameters?: Record<string, unknown>
  /** Default: the default status of the code. */
  status?: number
  headers?: Record<string, string>
}

/** An error that the caller receives (specification 2.2). */
export class RestError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly parameters: Record<string, unknown>
  readonly headers: Record<string, string>

  constructor(code: ErrorCode, message: string, { parameters = {}, status, headers = {} }: RestErrorDetails = {}) {
    super(message)
    this.name = 'RestError'
    this.code = code
    this.status = status ?? statusOf(code)
    this.parameters = parameters
    this.headers = headers
  }
}

/** PostgreSQL error codes for values it cannot store: a NUL character, half a surrogate pair, a value that is too large. */
const UNSTORABLE = /^(22|54)...$/

/** Whether something thrown is an error of the platform, and not of the caller. */
export const isUnexpected = (thrown: unknown): boolean =>
  thrown instanceof RestError ? thrown.code === 'software_error' : !UNSTORABLE.test(String(Object(thrown).code))

/** Converts anything thrown to a `RestError`. An unexpected error is logged; the caller gets `software_error` without details. */
export function toRestError(thrown: unknown): RestError {
  if (thrown instanceof RestError) return thrown
  if (UNSTORABLE.test(String(Object(thrown).code)))
    return new RestError('invalid_parameter', 'A value is too large or contains characters that cannot be stored')
  if (thrown instanceof DatabaseUnavailable) {
    console.error(thrown.message)
    return new RestError('software_error', 'The database cannot be reached', {
      status: 503,
      headers: { 'Retry-After': '1' },
    })
  }
  console.error(thrown)
  return new RestError('software_error', 'The platform failed to process the request')
}

export function errorResponse({ code, status, message, parameters, headers }: RestError): Response {
  const body = { code, http_status_code: status, message, parameters, unique_id: randomUUID() }
  return Response.json(body, { status, headers })
}
