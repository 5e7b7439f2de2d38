import { RestError } from '../../http/rest-error.js'
import { claimOfJwt } from '../../identity/claim-of-jwt.js'
import { readKey } from '../../identity/read-key.js'
import { addSigningKey, revokeSigningKey } from '../../identity/signing-keys.js'
import { canSign, createTestJwt } from '../../identity/test-jwt.js'
import type { ConsoleContext } from '../console-context.js'
import { keyInPath, showKey } from '../pages/key.js'
import { isKeySource, showKeys } from '../pages/keys.js'

/** `POST /console/keys`: adds a key. */
export async function addKey(c: ConsoleContext): Promise<Response> {
  const { source = '', text = '', kid: rawKid = '', audience = '' } = c.var.fields
  const kid = rawKid.trim()
  try {
    // A browser does not ask for the page of a key named `..`.
    if (!/^(?!\.+$)[\w.-]{1,100}$/.test(kid))
      throw new RestError(
        'invalid_parameter',
        'A Partner Key ID has 1 to 100 letters, digits, dots, hyphens or underscores, and not only dots',
      )
    if (!isKeySource(source)) throw new RestError('invalid_parameter', 'Choose a type')
    const key = readKey(source, text.trim())
    await addSigningKey(c.env, { kid, ...key, audience: audience.trim() || null })
    return c.redirect(`/console/keys/${kid}?done=added`, 303)
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return showKeys(c, { kid, source, text, audience, error: `${error.message}.` })
  }
}

/** `POST /console/keys/{kid}`: creates a test JWT, or checks the given one, and shows its claims. */
export async function signTestJwt(c: ConsoleContext): Promise<Response> {
  const key = await keyInPath(c)
  const { email = '', jwt: given = '' } = c.var.fields
  if (canSign(key) && !/^\S+@\S+$/.test(email.trim()))
    return showKey(c, { email, jwt: given, error: 'Enter an email address, such as ada@example.com.' })
  const jwt = canSign(key) ? await createTestJwt(key, email.trim(), c.env.settings.machineNow()) : given.trim()
  try {
    return showKey(c, { email, jwt, proof: await claimOfJwt(c.env, jwt) })
  } catch (error) {
    if (!(error instanceof RestError)) throw error
    return showKey(c, { email, jwt, error: `${error.message}.` })
  }
}

/** `POST /console/keys/{kid}/revoke` */
export async function revokeKey(c: ConsoleContext): Promise<Response> {
  await revokeSigningKey(c.env, c.req.param('kid')!)
  return c.redirect('/console/keys?done=revoked', 303)
}
