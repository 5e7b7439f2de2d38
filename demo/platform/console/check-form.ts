import type { MiddlewareHandler } from 'hono'
import { readForm } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import type { ConsoleEnv, FormFields } from './console-context.js'
import { hasInput, showKeptForm } from './pages/kept-form.js'
import { isCsrfToken } from './session.js'

/** Reads the form of a request, at most `largest` bytes. Browsers send line breaks as CR and LF. */
export async function formFields(request: Request, largest: number): Promise<FormFields> {
  const fields: FormFields = {}
  for (const [name, value] of await readForm(request, largest))
    if (typeof value === 'string') fields[name] = value.replaceAll('\r\n', '\n')
  return fields
}

const MAX_FORM_BYTES = 2 * 1024 * 1024

/**
 * The form of a request without a session, if it comes from a page of the console and the user has entered something. Undefined for every other
 * request.
 */
export async function formWithoutSession(request: Request, own: string): Promise<FormFields | undefined> {
  if (request.method !== 'POST' || request.headers.get('Origin') !== own) return undefined
  const fields = await formFields(request, MAX_FORM_BYTES)
  return hasInput(fields) ? fields : undefined
}

/** Protects against CSRF: a form must come from a page of the console, in the session of its user. */
export const checkForm: MiddlewareHandler<ConsoleEnv> = async (c, next) => {
  checkOrigin(c.req.raw, c.env.settings.serverOrigin)
  const fields = await formFields(c.req.raw, MAX_FORM_BYTES)
  if (!isCsrfToken(c.var.session, fields.csrf ?? '')) {
    if (c.req.header('Origin') !== undefined && hasInput(fields)) return showKeptForm(c, fields, c.var.session)
    throw untrusted()
  }
  c.set('fields', fields)
  return next()
}

/** A form must not change another tenant than its page shows: the user may have opened that one in another tab since. */
export const checkTenant: MiddlewareHandler<ConsoleEnv> = async (c, next) => {
  const { fields, session } = c.var
  if (fields.tenant === session.client_id) return next()
  const message = `You have opened ${session.client_name} in another tab, so this form of another tenant has changed nothing`
  throw new RestError('access_denied', message, { status: 409 })
}

/** Browsers send the origin of the page with each form. */
export function checkOrigin(request: Request, own: string): void {
  const origin = request.headers.get('Origin')
  if (origin !== null && origin !== own) throw untrusted()
}

const untrusted = () =>
  new RestError('access_denied', 'The form is not from this session. Go back, reload the page, and send it again')
