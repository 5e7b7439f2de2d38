/** Codes of errors that the SDK raises itself, each with what to do about it. */
export type OwnErrorCode =
  /** The program domain could not be reached, or a proxy answered in its place. Check the connection and the option `domain`; try again later. */
  | 'network_error'
  /** The program does not allow the page's origin, which the message names. Allow the origin in the program. Events wait until it is allowed. */
  | 'origin_not_allowed'
  /** A content blocker or a browser extension stops the requests. Serve the program domain through a reverse proxy on your own host. Events wait. */
  | 'request_blocked'
  /** The platform did not answer in time, or an event could not be delivered within 7 days. Try again later; a change may have been made. */
  | 'timeout'
  /** The `signal` of the call was aborted, the runtime was destroyed, or another page has delivered the event. No action is needed. */
  | 'aborted'
  /** The platform's answer does not match the specification. The message names the field. Contact the platform's support. */
  | 'invalid_response'
  /** An argument or an option is invalid. The message names it. Correct the page. */
  | 'invalid_argument'
  /** The filter does not exist, and nothing was sent. The message lists the filters. Check the spelling. */
  | 'unknown_filter'
  /** An option of the runtime or of a call, a setting of a hook or a component, an attribute, or a key of `theme`, of `messages` or of a change, does not exist, and is ignored. The message names the nearest one. A warning: correct the spelling. */
  | 'unknown_key'
  /** A listener was added for an event that the runtime does not have, and is never called. The message names the nearest event. A warning: correct the spelling. */
  | 'unknown_event'
  /** An element of the page shows nothing: a `<rewards-zone>` without the code of the widgets, or a misspelt name. The message says which. A warning: import `rewards-web-sdk/widgets`, or correct the name. */
  | 'element_not_defined'
  /** The page has two runtimes for one program, or a script tag whose options have no effect. The message names them. A warning: keep one of the two. */
  | 'second_runtime'
  /** The platform did not apply the filter in `parameters.name`. The SDK leaves out records that do not match. Contact the platform's support. */
  | 'filter_ignored'
  /** The outbox is full and did not store the event. Track it again when the platform can be reached. */
  | 'storage_full'
  /** The content of a zone cannot be shown: it is a script, lacks a required field, or is blocked by the page's policy. Change the zone's content. */
  | 'unsupported_content'
  /** A message to or from the native app failed. `parameters.reason` says why; see docs/webviews.md. */
  | 'native_error'
  /** The platform has recorded the claim of `identify()`, but did not identify the consumer. Check the email address and the `partner_user_id`. */
  | 'not_identified'
  /** The JWT identified the consumer but did not verify them. The message says why. Sign it with a later `exp`, or with the scope `VERIFIED_CONSUMER`. */
  | 'not_verified'
  /** The SDK itself failed, for example in a widget or an event handler. The message says where. Contact the platform's support. */
  | 'internal_error'
  /** The call was made on a server, where a runtime does nothing. Make it in the browser, or pass the option `fetch` in a script. */
  | 'browser_only'
  /** The consumer logged out during the call, or another person logged in. No action is needed. */
  | 'logged_out'

/** Codes of the platform (specification 7, contract 5), with the HTTP status and what to do. */
export type PlatformErrorCode =
  /** 400. A value has the wrong type. `parameters` names it. Correct the call. */
  | 'binding_error'
  /** 400. The body is not valid JSON. Check for proxies that change requests. */
  | 'invalid_json'
  /** 400. A value is not allowed. The message names it. Correct the call. */
  | 'invalid_parameter'
  /** 400. The call needs a body. Correct the call. */
  | 'missing_request_body'
  /** 400. `tokenDuration` is longer than the program allows. Lower the option. */
  | 'invalid_access_token_duration'
  /** 400. The client does not exist. Server calls only: check the credentials. */
  | 'invalid_client_id'
  /** 400. The person already has data with this name. Server calls only: update it instead. */
  | 'data_already_exists'
  /** 400. The person has no data with this name. Server calls only: create it first. */
  | 'data_not_found'
  /** 400. The program has no campaign yet, or the call names a campaign of another account. The page cannot fix this. */
  | 'invalid_campaign_id'
  /** 400, 401. The JWT is malformed or invalid. Sign a new one in your backend. */
  | 'jwt_error'
  /** 401. The signature of the JWT cannot be verified. Compare its `kid` and key with the registered ones. */
  | 'jwt_authentication_error'
  /** 400. The program does not identify people by email. Use `partner_user_id`. */
  | 'email_not_applicable'
  /** 403. The token belongs to another email address. Call `logout()` first. */
  | 'email_mismatch'
  /** 403. The email address is invalid. Ask the person for another one. */
  | 'invalid_email'
  /** 400. The zone has no name. Set the attribute `name` of the element, or correct the call. */
  | 'missing_zone_name'
  /** 400. No zone has this name. `zone()` resolves with `data: null` instead. */
  | 'invalid_zone_name'
  /** 400. The creative is not JSON. `zone()` fetches it in another form automatically. */
  | 'invalid_creative_result'
  /** 400. The zone has no content for this consumer, or does not exist. Check its name. A warning: the zone stays empty and dispatches `load`. */
  | 'no_creative'
  /** 400. The email address is invalid. Ask the person for another one. */
  | 'invalid_person_email'
  /** 400. Another person uses this email address. Let the consumer log in as that person, or use another address. */
  | 'person_email_already_defined'
  /** 400. Another person has this id. Check your own records. */
  | 'partner_user_id_already_defined'
  /** 400. The id is empty or too long. Correct the call. */
  | 'partner_user_id_invalid_length'
  /** 400. The first name is empty or too long. Ask for another one. */
  | 'invalid_length_first_name'
  /** 400. The last name is empty or too long. Ask for another one. */
  | 'invalid_length_last_name'
  /** 400. The picture's URL is invalid. Ask for another one. */
  | 'invalid_profile_picture_url'
  /** 400. The platform or your backend sets this parameter. Change the profile with `profile.update()`, or use another name. */
  | 'read_only_name'
  /** 403. The parameter's name is invalid. Use letters, digits, dots, dashes and underscores. */
  | 'invalid_name'
  /** 403. The parameter's value is missing or too long. Correct the call. */
  | 'invalid_value'
  /** 403. The name of a parameter of type `CLIENT` is too long. Shorten it. */
  | 'client_params_name_length_out_of_range'
  /** 403. The value of a parameter of type `CLIENT` is too long. Shorten it. */
  | 'client_params_value_length_out_of_range'
  /** 400. The file does not exist or belongs to another consumer. List the files again. */
  | 'asset_not_found'
  /** 400. The consumer has reached the maximum number of files. Delete one first. */
  | 'asset_limit_exceeded'
  /** 400; 0 when the option `mimeTypes` rejects the file. The file type is not accepted. Ask for another file. */
  | 'asset_mime_type_invalid'
  /** 400; 0 when the option `maxBytes` rejects the file. The file is empty or too large. Ask for another file. */
  | 'asset_size_invalid'
  /** 400. A reward needs exactly one of three keys. Correct the call. */
  | 'invalid_reward_filter'
  /** 400. The reward's id is invalid. Correct the call. */
  | 'invalid_reward_id'
  /** 403. The share does not exist or belongs to another consumer. List the shares again. */
  | 'share_not_found'
  /** 403. The link does not exist or belongs to another consumer. Use `shareables.getOrCreate()`. */
  | 'shareable_not_found'
  /** 400. The landing page's URL is empty or too long. Shorten it. */
  | 'content_url_length_out_of_range'
  /** 403. The program does not allow links to this site. Allow the site in the program. */
  | 'blocked_content_url'
  /** 403. The landing page's URL is invalid. Correct the call. */
  | 'invalid_content_url'
  /** 403. The picture's URL is invalid. Correct the call. */
  | 'content_image_url_invalid'
  /** 403. A key or label has an invalid character. Use letters, digits, dashes and underscores. */
  | 'label_name_contains_illegal_character'
  /** 403. A key or label is empty or too long. Correct the call. */
  | 'label_name_length_out_of_range'
  /** 403. A name in `data` is empty or too long. Correct the call. */
  | 'data_attribute_name_invalid'
  /** 403. A value in `data` is too long. Shorten it. */
  | 'data_attribute_value_length_out_of_range'
  /** 401, 403. The token is not valid for this call. After 401, the SDK has already tried a fresh one. */
  | 'method_unauthorized'
  /** 401. The email or the password is wrong. Server calls only: check the credentials. */
  | 'invalid_credentials'
  /** 401. The token is unknown or revoked. The SDK has already tried a fresh one. */
  | 'invalid_access_token'
  /** 401. The token has expired. The SDK has already tried a fresh one. */
  | 'expired_access_token'
  /** 402. The program's account is unpaid. The page cannot fix this. */
  | 'payment_required'
  /** 403. The consumer is blocked, or the page's origin is not allowed. The page cannot fix this. */
  | 'access_denied'
  /** 403. The call needs an identified or a verified consumer. Call `identify()` or `verify()` first. */
  | 'scopes_denied'
  /** 403. The call has no credentials. Server calls only: add them. */
  | 'missing_credentials'
  /** 403. The request arrived without a token, also with a fresh one. Check for proxies that remove headers. */
  | 'missing_access_token'
  /** 403. The person does not exist, or this consumer may not see them. */
  | 'person_not_found'
  /** 404. The URL does not exist. Check the option `domain`. */
  | 'not_found'
  /** 405. The URL does not accept this method. Check for proxies that change requests. */
  | 'method_not_allowed'
  /** 413. The body is larger than the platform accepts. Send less. */
  | 'request_too_large'
  /** 415. The platform does not accept the body's type. Check for proxies that change requests. */
  | 'unsupported_media_type'
  /** 421. The host is not the program domain. Check the option `domain`. */
  | 'misdirected_request'
  /** 429. Too many requests. Try again after `retryAfter`. */
  | 'too_many_requests'
  /** 500. The platform failed. Try again later; give its support the `unique_id`. */
  | 'software_error'

/** What a `RewardsError`'s `code` may be. A newer platform may send other codes, which are passed on. */
export type RewardsErrorCode = OwnErrorCode | PlatformErrorCode

/**
 * The platform's codes by status; the first row that matches counts. Codes with the same first words are refusals with the same status (contract 1). A code
 * with two statuses stands under the first.
 */
const CODES: [status: number, codes: RegExp][] = [
  [
    401,
    /^(expired_access_token|invalid_access_token|invalid_credentials|jwt_authentication_error|method_unauthorized)$/,
  ],
  [402, /^payment_required$/],
  [
    403,
    /^(access_denied|blocked_content_url|content_image_url_invalid|email_mismatch|invalid_content_url|invalid_email|invalid_name|invalid_value|missing_access_token|missing_credentials|person_not_found|scopes_denied|(client_params|data_attribute|label_name|share(able)?)_.*)$/,
  ],
  [404, /^not_found$/],
  [405, /^method_not_allowed$/],
  [413, /^request_too_large$/],
  [415, /^unsupported_media_type$/],
  [421, /^misdirected_request$/],
  [429, /^too_many_requests$/],
  [500, /^software_error$/],
  // The last one: other statuses have codes that begin with these words, too.
  [
    400,
    /^(binding_error|content_url_length_out_of_range|data_already_exists|data_not_found|email_not_applicable|missing_request_body|missing_zone_name|no_creative|person_email_already_defined|read_only_name|(asset|invalid|jwt|partner_user_id)_.*)$/,
  ],
]

/** The status of a code, for the answers of web-friendly calls, which always have the status 200. Undefined for an unknown code. */
export const statusOfCode = (code: string): number | undefined => CODES.find(([, codes]) => codes.test(code))?.[0]
