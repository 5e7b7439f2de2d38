import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

/** What differs from page to page. */
export interface Page {
  title: string
  main: Html
  /** Source of the page's own inline script. Values get in by `scriptValue`. */
  script?: string
  /** A file of the page's own scripts, run once the page is there, and what it finds in its `dataset`. */
  scriptFile?: { src: string; data: Record<string, string> }
  /** Default `shop`: light or dark as the visitor's system is. */
  look?: Look
  /** Default: from left to right. */
  dir?: 'rtl'
}

/** `bare` brings no style sheet and no navigation: what a browser makes of the markup alone. `hostile` brings one that is nobody's friend. */
export type Look = 'shop' | 'dark' | 'dense' | 'plain' | 'bare' | 'hostile'

export interface Surroundings {
  nonce: string
  programOrigin: string
}

/** The whole document: the head with the rewards script, and what every page has around its own part. */
export function renderPage(
  { title, main, script, scriptFile, look = 'shop', dir }: Page,
  { nonce, programOrigin }: Surroundings,
): Html {
  const ours = look !== 'bare' && look !== 'hostile'
  const styles = ours ? 'shop' : look
  return html`<!doctype html>
<html lang="en" dir="${dir ?? 'ltr'}" data-look="${look}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/images/juniper.svg" type="image/svg+xml">
${look === 'bare' ? '' : html`<link rel="stylesheet" href="/${styles}.css" nonce="${nonce}">`}
${script ? html`<script nonce="${nonce}">${raw(script)}</script>` : ''}
${scriptFile ? fileScript(scriptFile, nonce) : ''}
<script async nonce="${nonce}" src="${programOrigin}/rewards.js"></script>
</head>
<body>
${ours ? header : ''}
<main>
${main}
</main>
${ours ? footer : ''}
</body>
</html>
`
}

const fileScript = ({ src, data }: NonNullable<Page['scriptFile']>, nonce: string) =>
  html`<script defer nonce="${nonce}" src="${src}" ${Object.entries(data).map(([name, value]) => html`data-${raw(name)}="${value}"`)}></script>`

const header = html`<header class="masthead">
<a class="brand" href="/"><img src="/images/juniper.svg" alt="" width="36" height="36">Juniper</a>
<nav aria-label="Shop">
<a href="/#collection">Collection</a>
<a href="/#share">Give 20, get 20</a>
<a href="/account">Account</a>
</nav>
</header>`

const footer = html`<footer class="colophon">
<p>Juniper is a fictional shop with a working rewards program: every page has one script tag and a few <code>&lt;rewards-zone&gt;</code> elements, under a strict content security policy.</p>
<nav aria-label="Pages of the demo">
<a href="/">Home</a>
<a href="/products/terra-planter">A product</a>
<a href="/checkout">Checkout</a>
<a href="/three">Three zones</a>
<a href="/dark">After dark</a>
<a href="/dense">Price list</a>
<a href="/plain">Plain</a>
<a href="/hostile">Hostile</a>
<a href="/strict">No styles</a>
<a href="/app/">React app</a>
</nav>
</footer>`

/** A value as JavaScript source that is safe inside `<script>`. */
export const scriptValue = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')
