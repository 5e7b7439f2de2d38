import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { acceptsEncoding } from '../http/accepts-encoding.js'
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

/** The content codings of the files that the build has compressed, the best first, with the endings of their names. */
const CODINGS = { br: '.br', gzip: '.gz' }

/** `GET /rewards.js` and the files of its release. Pages of any origin can load them. */
export async function serveBundle(c: ProgramContext): Promise<Response> {
  const name = c.req.path.slice(1)
  const contentType = contentTypes[extname(name)]
  const { bundle } = c.env.settings
  // Accepts only plain names and no dot at the beginning, so that a path cannot leave the folder.
  const file =
    bundle && contentType && /^(\w[\w.+-]*\/){0,2}\w[\w.-]*$/.test(name)
      ? await readEncoded(join(bundle, name), c.req.header('Accept-Encoding'))
      : undefined
  if (!file || !contentType) return c.notFound()
  const etag = `"${createHash('sha256').update(file.content).digest('base64url')}"`
  const headers = {
    'Cache-Control': RELEASE.test(name) ? FOR_EVER : FOR_MINUTES,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ETag: etag,
  }
  if (hasTag(c.req.header('If-None-Match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(file.content), {
    headers: { ...headers, 'Content-Type': contentType, ...(file.coding && { 'Content-Encoding': file.coding }) },
  })
}

/** Reads the smallest form of a file that the client accepts. Undefined if the file does not exist. */
async function readEncoded(path: string, accepted: string | undefined) {
  for (const [coding, ending] of Object.entries(CODINGS)) {
    const content = acceptsEncoding(accepted, coding) && (await readIfExists(path + ending))
    if (content) return { content, coding }
  }
  const content = await readIfExists(path)
  return content && { content, coding: undefined }
}

const readIfExists = (path: string) => readFile(path).catch(() => undefined)

/** Whether `If-None-Match` names a tag. A proxy may have marked it as weak. */
const hasTag = (header: string | undefined, etag: string) =>
  (header ?? '').split(',').some(each => each.trim().replace(/^W\//, '') === etag)
