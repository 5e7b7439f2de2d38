export interface PageOptions {
  status?: number
  /** An origin that the page's form leads on to: browsers hold the redirect after a form to the same rule as the form. */
  leadsTo?: string
}

/** A small page of the platform's own, without scripts. */
export function page(title: string, body: string, { status = 200, leadsTo = '' }: PageOptions = {}): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><h1>${escapeHtml(title)}</h1>${body}</html>`
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; form-action 'self' ${leadsTo}; frame-ancestors 'none'; base-uri 'none'`,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    },
  })
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character]!)
