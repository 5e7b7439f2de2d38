import { html } from 'hono/html'
import { money } from './money.js'
import type { Html } from './page.js'
import type { Product } from './products.js'

/** A product in a grid. The whole card is a link to its page. */
export function productCard({ slug, name, summary, price }: Product): Html {
  return html`<li class="card">
<img src="/images/${slug}.svg" alt="" width="640" height="800" loading="lazy">
<div class="card-line"><h3><a href="/products/${slug}">${name}</a></h3><span class="price">${money(price)}</span></div>
<p>${summary}</p>
</li>`
}
