import { originIn } from '../../http/origin-in.js'
import { addOrigin, removeOrigin } from '../../identity/added-origins.js'
import type { ConsoleContext } from '../console-context.js'
import { showOrigins } from '../pages/origins.js'

/** `POST /console/origins`: allows an origin. */
export async function allowOrigin(c: ConsoleContext): Promise<Response> {
  const typed = (c.var.fields.origin ?? '').trim()
  const origin = originIn(typed)
  if (!origin)
    return showOrigins(c, { origin: typed, error: 'Enter an origin without a path, such as https://shop.example.com.' })
  if (c.env.settings.allowedOrigins.includes(origin))
    return showOrigins(c, { origin: typed, error: `${origin} is allowed already.` })
  await addOrigin(c.env, origin)
  return c.redirect('/console/origins?done=added', 303)
}

/** `POST /console/origins/remove` */
export async function refuseOrigin(c: ConsoleContext): Promise<Response> {
  await removeOrigin(c.env, c.var.fields.origin ?? '')
  return c.redirect('/console/origins?done=removed', 303)
}
