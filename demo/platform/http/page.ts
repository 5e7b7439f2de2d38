export interface PageOptions {
  status?: number
  /** An origin that the page's form leads on to: browsers hold the redirect after a form to the same rule as the form. */
  leadsTo?: string
  /** A page that needs all the width. */
  wide?: boolean
  /** What the page is allowed beside its style sheet and its forms: more directives of its policy. */
  policy?: string[]
}

/** A page of the platform's own, for people. Nothing in it is inline, and without `policy` it runs no scripts. */
export function page(title: string, body: string, options: PageOptions = {}): Response {
  const { status = 200, leadsTo = '', wide = false, policy = [] } = options
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/pages/pages.css">
<main${wide ? ' class="wide"' : ''}>
<h1>${escapeHtml(title)}</h1>
${body}
</main>
</html>`
  return htmlResponse(html, status, [`form-action 'self' ${leadsTo}`, `frame-ancestors 'none'`, ...policy])
}

/** A document under the strict policy that all pages share: nothing from anywhere but what they name. */
export function htmlResponse(html: string, status: number, policy: string[]): Response {
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': [`default-src 'none'`, `base-uri 'none'`, `style-src 'self'`, ...policy].join('; '),
      // Addresses of pages may hold secrets. A form still says where it comes from, which `no-referrer` would hide.
      'Referrer-Policy': 'same-origin',
      'Cache-Control': 'no-store',
    },
  })
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character]!)
