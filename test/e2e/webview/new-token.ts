import type { Demo } from '../../../demo/main.js'

/** A token of somebody new, as the app's own server would have it. */
export async function newToken({ origins, platform }: Demo, email: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email })
  const request = new Request(`${origins.program}/api/v5/token`, { method: 'POST', headers, body })
  const { access_token, scopes } = await (await platform.fetch(request)).json()
  return { token: access_token as string, scopes: scopes as string[] }
}
