import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { raw } from 'hono/html'
import type { Html, Surroundings } from './page.js'

/** Where the React app is built to. */
export const APP = join(import.meta.dirname, '../spa/dist')

/** The React app's document, whatever its route: the router is in the page. */
export function appDocument({ nonce, programOrigin }: Surroundings): Html {
  const built = readFileSync(join(APP, 'index.html'), 'utf8')
  return raw(built.replaceAll('%NONCE%', nonce).replaceAll('%PROGRAM_DOMAIN%', programOrigin))
}
