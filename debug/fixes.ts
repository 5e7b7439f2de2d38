/** What to do after the errors whose message the inspector does not show, and after those that pages meet most. `docs/errors.md` has all codes. */
export const FIXES: Record<string, string> = {
  access_denied: 'Allow the origin of the page in the program. The consumer may also be blocked.',
  email_mismatch: 'Call logout() first.',
  jwt_authentication_error: 'Compare the kid and key of the JWT with the registered ones.',
  jwt_error: 'Sign a new JWT in your backend.',
  misdirected_request: 'Check the option domain.',
  not_found: 'Check the option domain.',
  scopes_denied: 'Set the option jwt, or call identify() or verify() first.',
  software_error: 'The platform failed. Give its support the unique_id.',
}
