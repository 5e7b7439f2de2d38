import type { Context } from 'hono'
import { html, raw } from 'hono/html'

export type Html = ReturnType<typeof html>

/** Responds with a page of the shop. */
export type ShowPage = (c: Context, page: Page) => Response | Promise<Response>

/** The content and the look of a page. */
export interface Page {
  title: string
  main: Html
  /** What comes after the footer. */
  end?: Html
  /** The source of an inline script. Insert values with `scriptValue`. */
  script?: string
  /** A deferred script, and the values of its `dataset`. */
  scriptFile?: { src: string; data: Record<string, string> }
  /** Default: `shop`, which follows the color scheme of the system. */
  look?: Look
  /** Whether the first screen shows a zone. The page then fetches the widgets in parallel with the runtime. */
  startsWithZone?: boolean
  /** Default: left to right. */
  dir?: 'rtl'
}

/** `bare`: no style sheet and no navigation. `hostile`: a style sheet that breaks ordinary elements. */
export type Look = 'shop' | 'dark' | 'dense' | 'plain' | 'bare' | 'hostile'

/** Values of the request. */
export interface PageContext {
  nonce: string
  programOrigin: string
}

/** Renders the HTML document of a page, with the script tag. */
export function renderPage(
  { title, main, end, script, scriptFile, look = 'shop', startsWithZone, dir }: Page,
  { nonce, programOrigin }: PageContext,
): Html {
  const isShopLook = look !== 'bare' && look !== 'hostile'
  const styles = isShopLook ? 'shop' : look
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
${startsWithZone ? html`<script type="module" async nonce="${nonce}" src="${programOrigin}/rewards-widgets.js"></script>` : ''}
<script async nonce="${nonce}" src="${programOrigin}/rewards.js" data-debug="query"></script>
</head>
<body>
${isShopLook ? header : ''}
<main>
${main}
</main>
${isShopLook ? footer : ''}
${end ?? ''}
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
<a href="/club">Garden club</a>
<a href="/account">Account</a>
</nav>
</header>`

const footer = html`<footer class="colophon">
<p>Juniper is a fictional shop with a working rewards program. Every page has a script tag, a few <code>&lt;rewards-zone&gt;</code> elements and a strict Content Security Policy.</p>
<nav aria-label="Pages of the demo">
<a href="/">Home</a>
<a href="/products/terra-planter">Product</a>
<a href="/checkout">Checkout</a>
<a href="/club">Club</a>
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
