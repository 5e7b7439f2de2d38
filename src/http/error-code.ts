/** Codes this SDK raises itself. */
export type OwnErrorCode =
  /** The platform is out of reach, or something between answered in its place. Try again later. */
  | 'network_error'
  /** No answer came in time. Try again later; what was to be written may have been. */
  | 'timeout'
  /** The `signal` that you gave has fired. Nothing is to be done. */
  | 'aborted'
  /** An answer is not what the specification says: the message names the place. Tell the platform's support. */
  | 'invalid_response'
  /** An argument of the call or an option is wrong: the message names it. Mend the page. */
  | 'invalid_argument'
  /** There is no such filter, and nothing was sent: look for a slip of the pen. */
  | 'unknown_filter'
  /** The platform has not filtered by what `parameters.name` says. What does not fit is left out; tell the platform's support. */
  | 'filter_ignored'
  /** As many events wait as may. Nothing is kept of this one: try again when the platform is in reach. */
  | 'storage_full'
  /** A zone's content is a script, or cannot be shown under the page's policy. Have the zone's marketer change it. */
  | 'unsupported_content'
  /** The native shell around the page has failed. See `cause`. */
  | 'native_error'
  /** The JWT has identified the consumer, not verified them: the message says why. Sign it with a later `exp`, or with the scope `VERIFIED_CONSUMER`. */
  | 'not_verified'
  /** The SDK itself has failed, in drawing a widget or in one of its event handlers for instance: the message says where. Tell the platform's support. */
  | 'internal_error'
  /** The consumer has logged out while the call was under way. Nothing is to be done. */
  | 'logged_out'

/** Codes of the platform (specification 7, contract 5), each with what to do about it. */
export type PlatformErrorCode =
  /** 400. A value has the wrong type: `parameters` names it. Mend the call. */
  | 'binding_error'
  /** 400. The body is not JSON. Mend what changes requests on their way. */
  | 'invalid_json'
  /** 400. A value cannot be: the message names it. Mend the call. */
  | 'invalid_parameter'
  /** 400. The call needs a body. Mend the call. */
  | 'missing_request_body'
  /** 400. `tokenDuration` is longer than the program allows. Mend the option. */
  | 'invalid_access_token_duration'
  /** 400. There is no such client. A server's call: mend its credentials. */
  | 'invalid_client_id'
  /** 400. A server's call: the person's data has this name already. Update it instead. */
  | 'data_already_exists'
  /** 400. A server's call: the person's data has no such name. Create it first. */
  | 'data_not_found'
  /** 400. A server's call: the campaign belongs to another account. Take a token of that account. */
  | 'invalid_campaign_id'
  /** 400, 401. The JWT is malformed, or does not hold. Have your backend sign another. */
  | 'jwt_error'
  /** 401. The JWT's signature does not verify. Compare its `kid` and key with those that are registered. */
  | 'jwt_authentication_error'
  /** 400. The program knows people by another key than their email. Name them by `partner_user_id`. */
  | 'email_not_applicable'
  /** 403. The token belongs to another address. Log out first. */
  | 'email_mismatch'
  /** 403. No email address. Ask the person for another. */
  | 'invalid_email'
  /** 400. The zone has no name. Mend the call. */
  | 'missing_zone_name'
  /** 400. No zone has this name. `zone()` answers `data: null` instead. */
  | 'invalid_zone_name'
  /** 400. The creative is no JSON. `zone()` asks for it in another way by itself. */
  | 'invalid_creative_result'
  /** 400. Nothing backs the zone for this consumer. `zone()` answers `data: null` instead. */
  | 'no_creative'
  /** 400. No email address. Ask the person for another. */
  | 'invalid_person_email'
  /** 400. Somebody else has this address. Have the consumer log in as that person, or give another. */
  | 'person_email_already_defined'
  /** 400. Somebody else has this id. Look whose it is in your own records. */
  | 'partner_user_id_already_defined'
  /** 400. The id is empty or too long. Mend the call. */
  | 'partner_user_id_invalid_length'
  /** 400. The name is empty or too long. Ask for another. */
  | 'invalid_length_first_name'
  /** 400. The name is empty or too long. Ask for another. */
  | 'invalid_length_last_name'
  /** 400. No web address of a picture. Ask for another. */
  | 'invalid_profile_picture_url'
  /** 400. The platform sets a parameter of this name itself. Change it with `profile.update`, or use another name. */
  | 'read_only_name'
  /** 403. A parameter cannot have this name. Take letters, digits, dot, dash and underscore. */
  | 'invalid_name'
  /** 403. A parameter has no value, or one that is too long. Mend the call. */
  | 'invalid_value'
  /** 403. The name of a parameter of type `CLIENT` is too long. Shorten it. */
  | 'client_params_name_length_out_of_range'
  /** 403. The value of a parameter of type `CLIENT` is too long. Shorten it. */
  | 'client_params_value_length_out_of_range'
  /** 400. No such file, or not this consumer's. List them anew. */
  | 'asset_not_found'
  /** 400. The consumer has as many files as they may. Have one deleted. */
  | 'asset_limit_exceeded'
  /** 400; 0 where `mimeTypes` has said so. A file of this type is not taken. Ask for another. */
  | 'asset_mime_type_invalid'
  /** 400; 0 where `maxBytes` has said so. The file is empty or too large. Ask for another. */
  | 'asset_size_invalid'
  /** 400. A reward is asked for by exactly one of three keys. Mend the call. */
  | 'invalid_reward_filter'
  /** 400. That can be no reward's id. Mend the call. */
  | 'invalid_reward_id'
  /** 403. No such share, or not this consumer's. List them anew. */
  | 'share_not_found'
  /** 403. No such link, or not this consumer's. Take `getOrCreate`. */
  | 'shareable_not_found'
  /** 400. The landing page's address is empty or too long. Shorten it. */
  | 'content_url_length_out_of_range'
  /** 403. Links of the program do not lead there. Have the site allowed in the program. */
  | 'blocked_content_url'
  /** 403. The landing page has no web address. Mend the call. */
  | 'invalid_content_url'
  /** 403. The picture has no web address. Mend the call. */
  | 'content_image_url_invalid'
  /** 403. Keys and labels have letters, digits, dash and underscore. Mend the call. */
  | 'label_name_contains_illegal_character'
  /** 403. A key or a label is empty or too long. Mend the call. */
  | 'label_name_length_out_of_range'
  /** 403. A name in `data` is empty or too long. Shorten it. */
  | 'data_attribute_name_invalid'
  /** 403. A value in `data` is too long. Shorten it. */
  | 'data_attribute_value_length_out_of_range'
  /** 401. The token does not open this call. The SDK has tried with a fresh one already. */
  | 'method_unauthorized'
  /** 401. Email or password is wrong. A server's call: mend its credentials. */
  | 'invalid_credentials'
  /** 401. The token is unknown or revoked. The SDK has tried with a fresh one already. */
  | 'invalid_access_token'
  /** 401. The token's time is over. The SDK has tried with a fresh one already. */
  | 'expired_access_token'
  /** 402. The program's account is unpaid. Nothing on the page helps. */
  | 'payment_required'
  /** 403. Not for this consumer, who may be blocked, or not for this page's origin. Nothing on the page helps. */
  | 'access_denied'
  /** 403. The consumer is not identified or verified, as the call needs. Have them identify themselves, or prove it. */
  | 'scopes_denied'
  /** 403. A server's call without credentials. Mend it. */
  | 'missing_credentials'
  /** 403. The call had no token. The SDK has tried with one already: look for what strips headers on their way. */
  | 'missing_access_token'
  /** 403. There is no such person, or not for this consumer. */
  | 'person_not_found'
  /** 404. Nothing answers at this address. Look at `domain`. */
  | 'not_found'
  /** 405. The address takes other methods. Look for what changes requests on their way. */
  | 'method_not_allowed'
  /** 413. The body of the call is larger than the platform takes. Send less. */
  | 'request_too_large'
  /** 415. The body's type is not taken. Look for what changes requests on their way. */
  | 'unsupported_media_type'
  /** 421. The host is not the program domain. Look at `domain`. */
  | 'misdirected_request'
  /** 429. Too many requests: try again after `retryAfter`. */
  | 'too_many_requests'
  /** 500. The platform has failed. Try again later, and quote `unique_id` to its support. */
  | 'software_error'

/** What a `RewardsError`'s `code` may be. A newer platform may have others: they pass. */
export type RewardsErrorCode = OwnErrorCode | PlatformErrorCode
