import type { RestError } from '../http/rest-error.js'
import { callerAfter, consentAfter, type ProgramContext } from './consumer-call.js'

/** The response of a web-friendly call that failed: a 200 with the error in a header (specification 4.3 and 6). */
export async function failWebFriendly(c: ProgramContext, error: RestError): Promise<Response> {
  const isEvent = c.req.path.startsWith('/events')
  const response = isEvent ? Response.json(await sessionFields(c)) : new Response('')
  // Header values are ASCII, but the message can quote the request.
  response.headers.set(c.env.names.errorMessage, `${error.code}: ${error.message.replace(/[^ -~]/g, '?')}`)
  for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value)
  return response
}

/** The fields of an event's response with the current token and consent. */
export async function sessionFields(c: ProgramContext): Promise<{ token?: string; cookie_consent?: string }> {
  const caller = await callerAfter(c)
  if (!caller) return {}
  const consent = await consentAfter(c)
  return { token: caller.token.access_token, cookie_consent: consent ?? 'granted' }
}
