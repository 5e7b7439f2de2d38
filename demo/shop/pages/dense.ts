import { html } from 'hono/html'
import { money } from '../money.js'
import type { Page } from '../page.js'
import { products } from '../products.js'

const SIZES = [
  { name: 'Small', factor: 0.8 },
  { name: 'Medium', factor: 1 },
  { name: 'Large', factor: 1.3 },
]

/** A page with small type, many rows, and zones in a narrow column. */
export function densePage(): Page {
  return {
    title: 'Price list · Juniper',
    look: 'dense',
    main: html`
<div class="with-aside">
<div>
<h1>Price list</h1>
<rewards-zone name="global_header"></rewards-zone>
<table>
<thead><tr><th scope="col">Article</th><th scope="col">Size</th><th scope="col">Kind</th><th scope="col">Number</th><th scope="col">Price</th></tr></thead>
<tbody>${products.flatMap(({ slug, name, kind, price }, index) =>
      SIZES.map(
        (size, step) => html`<tr>
<td><a href="/products/${slug}">${name}</a></td><td>${size.name}</td><td>${kind}</td>
<td>${1040 + index * 10 + step}</td><td>${money(Math.round(price * size.factor))}</td>
</tr>`,
      ),
    )}</tbody>
</table>
</div>
<aside aria-label="Give 20, get 20">
<rewards-zone name="share_experience"></rewards-zone>
<rewards-zone name="welcome_offer"></rewards-zone>
</aside>
</div>`,
  }
}
