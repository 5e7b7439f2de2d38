import { RestError } from '../../http/rest-error.js'
import { issueManagedToken, revokeBackendToken } from '../../identity/managed-token.js'
import { grantOfUser } from '../../server/dashboard-user.js'
import type { ConsoleContext } from '../console-context.js'
import { accesses } from '../managed-token-access.js'
import { showTokens } from '../pages/tokens.js'

const MAX_NAME_LENGTH = 100

/**
 * `POST /console/tokens`: verifies by the password that the user of the session is there, creates a managed token, and shows it, this one time
 * (specification 5.2). A form that is sent again creates nothing.
 */
export async function createToken(c: ConsoleContext): Promise<Response> {
  const { access = '', password = '' } = c.var.fields
  const name = (c.var.fields.name ?? '').trim()
  const scopes = Object.hasOwn(accesses, access) ? accesses[access]!.scopes : undefined
  if (!name || name.length > MAX_NAME_LENGTH || !scopes) {
    const error = scopes ? `Enter a name of 1 to ${MAX_NAME_LENGTH} characters.` : 'Choose what the token may do.'
    return showTokens(c, { form: { name, access, error } })
  }
  try {
    await grantOfUser(c.env, c.req.raw, { email: c.var.session.email, password })
  } catch (thrown) {
    const error = thrown instanceof RestError ? identityErrors[thrown.code] : undefined
    if (error === undefined) throw thrown
    return showTokens(c, { form: { name, access, error } })
  }
  const token = await issueManagedToken(c.env, name, scopes)
  if (token !== undefined) return showTokens(c, { created: { name, token } })
  const error = 'There is a token of this name. If you need a new one, choose another name, or revoke that one.'
  return showTokens(c, { form: { name, access, error } })
}

const identityErrors: Partial<Record<string, string>> = {
  invalid_credentials: 'The password is wrong. Enter the one that you signed in with.',
  too_many_requests: 'Too many attempts. Wait a minute, then try again.',
}

/** `POST /console/tokens/{token_hash}/revoke` */
export async function revokeToken(c: ConsoleContext): Promise<Response> {
  await revokeBackendToken(c.env, c.req.param('token_hash')!)
  return c.redirect('/console/tokens?done=revoked', 303)
}
