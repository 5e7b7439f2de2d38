import { checkClient } from '../../identity/account-client.js'
import type { ConsoleContext } from '../console-context.js'
import { changeClient } from '../session.js'

/** `POST /console/client`: shows the sandbox or production. Both belong to the account of the user. */
export async function switchClient(c: ConsoleContext): Promise<Response> {
  const { client_id = '' } = c.var.fields
  await checkClient(c.env, client_id, c.var.session.own_client_id)
  await changeClient(c.env, c.var.session, client_id)
  return c.redirect('/console', 303)
}
