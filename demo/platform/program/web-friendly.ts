import type { RestError } from '../http/rest-error.js'
import { cookieConsent } from './consent.js'
import type { ProgramContext } from './consumer-call.js'

/** A web-friendly call that failed: 200 all the same, and the failure in a header (specification 4.3 and 6). */
export async function failWebFriendly(c: ProgramContext, error: RestError): Promise<Response> {
  const isEvent = c.req.path.startsWith('/events')
  const response = isEvent ? Response.json(await sessionFields(c)) : new Response('')
  // A header holds ASCII; what a caller sent may not be.
  response.headers.set(c.env.names.errorMessage, `${error.code}: ${error.message.replace(/[^ -~]/g, '?')}`)
  for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value)
  return response
}

/** The part of an event's answer that tells who the consumer now is. */
export async function sessionFields(c: ProgramContext): Promise<{ token?: string; cookie_consent?: string }> {
  const { caller } = c.var
  if (!caller) return {}
  const consent = await cookieConsent(c.env, caller.token)
  return { token: caller.token.access_token, cookie_consent: consent ?? 'granted' }
}
