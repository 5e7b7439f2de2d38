import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

/** What differs from page to page. */
export interface Page {
  title: string
  main: Html
  /** Runs in the page, in the place where a shop puts its own inline scripts. Values get in by `scriptValue`. */
  script?: string
  /** `none`: as a browser shows a page that brings no style sheet. Default: the shop's. */
  look?: 'none' | 'dark' | 'dense'
}

export interface Surroundings {
  nonce: string
  programOrigin: string
}

/** The whole document: the head, the rewards script, header and footer around the page. */
export function renderPage({ title, main, script, look }: Page, { nonce, programOrigin }: Surroundings): Html {
  return html`<!doctype html>
<html lang="en" ${look ? html`data-look="${look}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="${look === 'dark' ? 'dark' : 'light dark'}">
<title>${title}</title>
<link rel="icon" href="/images/juniper.svg" type="image/svg+xml">
${look === 'none' ? '' : html`<link rel="stylesheet" href="/shop.css" nonce="${nonce}">`}
<script async nonce="${nonce}" src="${programOrigin}/rewards.js"></script>
${script ? html`<script nonce="${nonce}">${raw(script)}</script>` : ''}
</head>
<body>
${main}
</body>
</html>`
}

/** A value as JavaScript source that is safe inside `<script>`. */
export const scriptValue = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
