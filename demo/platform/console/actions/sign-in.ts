import { RestError, toRestError } from '../../http/rest-error.js'
import { grantOfUser } from '../../server/dashboard-user.js'
import { writers } from '../../server/scope.js'
import { checkOrigin, formFields } from '../check-form.js'
import type { ConsoleContext } from '../console-context.js'
import { askToSignIn } from '../pages/sign-in.js'
import { endSession, startSession } from '../session.js'

/** An email address, a password and the path of a page. */
const MAX_FORM_BYTES = 16 * 1024

/** `POST /console/sign-in`: starts a session, or shows the form again. */
export async function signIn(c: ConsoleContext): Promise<Response> {
  checkOrigin(c.req.raw, c.env.settings.serverOrigin)
  const { email = '', password = '', to = '' } = await formFields(c.req.raw, MAX_FORM_BYTES)
  try {
    const { identity_id, client_id, scopes } = await grantOfUser(c.env, c.req.raw, { email, password })
    if (!writers.some(scope => scopes.includes(scope)))
      throw new RestError('access_denied', 'This user cannot change the program')
    const cookie = await startSession(c.env, c.req.raw.headers, identity_id, client_id)
    c.header('Set-Cookie', cookie)
    return c.redirect(consolePath(to, c.env.settings.serverOrigin), 303)
  } catch (thrown) {
    const error = toRestError(thrown)
    return askToSignIn(c, { email, to, error: messages[error.code] ?? error.message, status: error.status })
  }
}

/** `POST /console/sign-out` */
export async function signOut(c: ConsoleContext): Promise<Response> {
  c.header('Set-Cookie', await endSession(c.env, c.var.session))
  return c.redirect('/console/sign-in', 303)
}

const messages: Record<string, string> = {
  invalid_credentials: 'The email or the password is wrong.',
  too_many_requests: 'Too many attempts. Wait a minute, then try again.',
}

/** The page to open: only one of the console, because the path could come from another site. Browsers resolve `..` and `\\` in it. */
function consolePath(path: string, origin: string): string {
  const url = path.startsWith('/console/') && URL.canParse(path, origin) ? new URL(path, origin) : undefined
  return url?.pathname.startsWith('/console/') ? url.pathname + url.search : '/console'
}
