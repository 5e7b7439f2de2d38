// A user of the console without script: opens pages and sends their forms.

import { beforeAll } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { server, type Visit } from '../use-platform.js'

export interface ConsoleUser {
  /** The `Cookie` header of the session. */
  readonly cookie: string
  open(path: string): Promise<Response>
  /** The HTML of a page, after redirects. */
  read(path: string): Promise<string>
  /** Sends the fields to a path of the console, with the CSRF token of the session and the tenant that it shows. */
  send(path: string, fields?: Record<string, string>): Promise<Response>
}

/** Signs the demo user in, once for all tests of a file. */
export function useConsole(visit: Visit): ConsoleUser {
  let cookie: string
  let csrf: string
  let tenant: string
  const open = (path: string) => visit.send(server + path, { headers: { Cookie: cookie } })
  const read = async (path: string) => (await open(path)).text()
  beforeAll(async () => {
    cookie = cookieIn(await signIn(visit))
    csrf = fieldIn(await read('/console'), 'csrf')
    tenant = demo.clientId
  })
  return {
    get cookie() {
      return cookie
    },
    open,
    read,
    async send(path, fields) {
      const form = { csrf, tenant, ...fields }
      const response = await visit.send(server + path, { origin: server, headers: { Cookie: cookie }, form })
      if (path === '/console/client' && response.status === 303) tenant = fields?.client_id ?? tenant
      return response
    },
  }
}

export const signIn = (visit: Visit, fields: Record<string, string> = {}) =>
  visit.send(`${server}/console/sign-in`, { origin: server, form: { ...demo.user, to: '', ...fields } })

export const cookieIn = (response: Response) => response.headers.get('Set-Cookie')!.split(';')[0]!

/** The value of a field in a form. */
export const fieldIn = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)![1]!
