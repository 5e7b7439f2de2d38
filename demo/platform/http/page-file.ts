import { extname } from 'node:path'
import type { Context } from 'hono'

/** The texts of the style sheets and scripts, by path. The build puts them into its one file. */
const FILES = import.meta.glob<string>('../pages/*', { query: '?raw', import: 'default', eager: true })

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** `GET /pages/{file}`: style sheets and scripts of the platform's pages. */
export function servePageFile(c: Context): Response | Promise<Response> {
  const path = `../pages/${c.req.param('file')}`
  if (!Object.hasOwn(FILES, path)) return c.notFound()
  return new Response(FILES[path]!, {
    headers: {
      'Content-Type': contentTypes[extname(path)]!,
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
