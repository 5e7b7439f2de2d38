import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Context } from 'hono'

const FOLDER = join(import.meta.dirname, '../pages')

const FILES = [
  'campaigns.css',
  'cards.css',
  'console.css',
  'docs-call.css',
  'docs.css',
  'docs.js',
  'pages.css',
  'preview.css',
  'preview.js',
  'tables.css',
  'zones.css',
]

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** `GET /pages/{file}`: style sheets and scripts of the platform's pages. */
export async function servePageFile(c: Context): Promise<Response> {
  const name = c.req.param('file') ?? ''
  if (!FILES.includes(name)) return c.notFound()
  return new Response(await readFile(join(FOLDER, name), 'utf8'), {
    headers: {
      'Content-Type': contentTypes[extname(name)]!,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
