import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from 'hono'

const FOLDER = join(import.meta.dirname, '../pages')

const contentTypes: Record<string, string> = {
  'docs.css': 'text/css; charset=utf-8',
  'docs.js': 'text/javascript; charset=utf-8',
  'pages.css': 'text/css; charset=utf-8',
  'preview.css': 'text/css; charset=utf-8',
  'preview.js': 'text/javascript; charset=utf-8',
}

/** `GET /pages/{file}`: style sheets and scripts of the platform's pages. */
export async function servePageFile(c: Context): Promise<Response> {
  const name = c.req.param('file') ?? ''
  const contentType = Object.hasOwn(contentTypes, name) ? contentTypes[name] : undefined
  if (!contentType) return c.notFound()
  return new Response(await readFile(join(FOLDER, name), 'utf8'), {
    headers: { 'Content-Type': contentType, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' },
  })
}
