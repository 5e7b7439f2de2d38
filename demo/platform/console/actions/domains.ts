import { originIn } from '../../http/origin-in.js'
import { addDomain, makePrimary, removeDomain } from '../../identity/program-domains.js'
import type { ConsoleContext } from '../console-context.js'
import { showDomains } from '../pages/domains.js'

/** `POST /console/domains`: adds a program domain. */
export async function addProgramDomain(c: ConsoleContext): Promise<Response> {
  const typed = (c.var.fields.origin ?? '').trim()
  const refuse = (error: string) => showDomains(c, { origin: typed, error })
  const origin = originIn(typed)
  if (!origin) return refuse('Enter an origin without a path, such as https://share.example.com.')
  if (!isSecure(origin)) return refuse('A program domain must use https. Only domains of localhost can use http.')
  const { serverOrigin, ownDomain } = c.env.settings
  if (origin === serverOrigin) return refuse(`${origin} is the origin of the server API.`)
  if (origin === ownDomain || !(await addDomain(c.env, origin))) return refuse(`${origin} is a program domain already.`)
  return c.redirect('/console/domains?done=added', 303)
}

/** `POST /console/domains/primary`: new links lead to another program domain. */
export async function makeDomainPrimary(c: ConsoleContext): Promise<Response> {
  await c.env.db.transaction(db => makePrimary({ ...c.env, db }, c.var.fields.origin ?? ''))
  return c.redirect('/console/domains?done=primary', 303)
}

/** `POST /console/domains/remove` */
export async function removeProgramDomain(c: ConsoleContext): Promise<Response> {
  await removeDomain(c.env, c.var.fields.origin ?? '')
  return c.redirect('/console/domains?done=removed', 303)
}

/** Browsers keep the `Secure` cookie of a program domain over plain http only for localhost. */
function isSecure(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}
