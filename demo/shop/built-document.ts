import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { raw } from 'hono/html'
import type { Html, PageContext } from './page.js'

/** The folder of the built React app. */
export const APP = join(import.meta.dirname, '../react/dist')

/** The folder of the built conformance page for native apps. */
export const CONFORMANCE = join(import.meta.dirname, '../webview/conformance/dist')

/** Reads a built HTML document and inserts the nonce and the program domain. */
export function builtDocument(folder: string, name: string, { nonce, programOrigin }: PageContext): Html {
  const built = readFileSync(join(folder, name), 'utf8')
  return raw(built.replaceAll('%NONCE%', nonce).replaceAll('%PROGRAM_DOMAIN%', programOrigin))
}
