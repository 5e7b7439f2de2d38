/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'

export interface PageOptions {
  status?: number
  /** An origin that the form of the page can redirect to. `form-action` also applies to redirects. */
  redirectOrigin?: string
  /** Whether the page uses the whole width of the window. */
  wide?: boolean
  /** Additional directives of the Content Security Policy. Without them, only style sheets and forms are allowed. */
  policy?: string[]
  /** Additional style sheets in `demo/platform/pages`. */
  styles?: string[]
}

/** Creates an HTML page of the platform. It has no inline styles or scripts, and without `policy` no scripts at all. */
export function page(title: string, body: Child, options: PageOptions = {}): Response {
  const { status = 200, redirectOrigin = '', wide = false, policy = [], styles = [] } = options
  const document = (
    <html lang="en">
      <head>
        <Head title={title} styles={['pages.css', ...styles]} />
      </head>
      <body>
        <main class={wide ? 'wide' : undefined}>
          <h1>{title}</h1>
          {body}
        </main>
      </body>
    </html>
  )
  return htmlResponse(document, status, [`form-action 'self' ${redirectOrigin}`, `frame-ancestors 'none'`, ...policy])
}

/** What the head of every page contains. `styles` are names of files in `demo/platform/pages`. */
export const Head = ({ title, styles }: { title: string; styles: string[] }) => (
  <>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>{title}</title>
    {styles.map(name => (
      <link rel="stylesheet" href={`/pages/${name}`} />
    ))}
  </>
)

/** Creates an HTML response with a strict Content Security Policy: everything that `policy` does not allow is blocked. */
export function htmlResponse(
  document: { toString(): string | Promise<string> },
  status: number,
  policy: string[],
): Response {
  return new Response(`<!doctype html>${document}`, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [`default-src 'none'`, `base-uri 'none'`, `style-src 'self'`, ...policy].join('; '),
      // URLs of pages may contain secrets. With `no-referrer` forms would send `Origin: null`.
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    },
  })
}
