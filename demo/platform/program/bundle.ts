import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ProgramContext } from './consumer-call.js'

const contentTypes: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** The folder of a release never changes, so it is cached for a year. Other files are cached for minutes. */
const RELEASE = /^rewards-\d+\.\d+\.\d+[^/]*\//
const FOR_EVER = 'public, max-age=31536000, immutable'
const FOR_MINUTES = 'public, max-age=300'

/** `GET /rewards.js` and the files of its release. Pages of any origin can load them. */
export async function serveBundle(c: ProgramContext): Promise<Response> {
  const name = c.req.path.slice(1)
  const contentType = contentTypes[extname(name)]
  const { bundle } = c.env.settings
  // Accepts only plain names and no dot at the beginning, so that a path cannot leave the folder.
  const content =
    bundle && contentType && /^(\w[\w.+-]*\/){0,2}\w[\w.-]*$/.test(name)
      ? await readFile(join(bundle, name)).catch(() => {})
      : undefined
  if (!content || !contentType) return c.notFound()
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': contentType,
      'Cache-Control': RELEASE.test(name) ? FOR_EVER : FOR_MINUTES,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
