import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { raw } from 'hono/html'
import type { Html, Surroundings } from './page.js'

/** Where the React app is built to. */
export const APP = join(import.meta.dirname, '../spa/dist')

/** Where the page is built to by which a native app is checked. */
export const CONFORMANCE = join(import.meta.dirname, '../webview/conformance/dist')

/** A document that was built before, as this request is to have it. */
export function builtDocument(folder: string, name: string, { nonce, programOrigin }: Surroundings): Html {
  const built = readFileSync(join(folder, name), 'utf8')
  return raw(built.replaceAll('%NONCE%', nonce).replaceAll('%PROGRAM_DOMAIN%', programOrigin))
}
