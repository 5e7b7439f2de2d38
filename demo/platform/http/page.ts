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
export function page(title: string, body: string, options: PageOptions = {}): Response {
  const { status = 200, redirectOrigin = '', wide = false, policy = [], styles = [] } = options
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${['pages.css', ...styles].map(name => `<link rel="stylesheet" href="/pages/${name}">`).join('\n')}
<main${wide ? ' class="wide"' : ''}>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</html>`
  return htmlResponse(html, status, [`form-action 'self' ${redirectOrigin}`, `frame-ancestors 'none'`, ...policy])
}

/** Creates an HTML response with a strict Content Security Policy: everything that `policy` does not allow is blocked. */
export function htmlResponse(html: string, status: number, policy: string[]): Response {
  return new Response(html, {
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

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character]!)
