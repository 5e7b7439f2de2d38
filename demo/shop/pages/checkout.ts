import { html } from 'hono/html'
import { money } from '../money.js'
import type { Page } from '../page.js'
import type { Product } from '../products.js'

export function checkoutPage(product: Product): Page {
  return {
    title: 'Checkout · Juniper',
    main: html`
<div class="narrow">
<h1>Nearly yours</h1>
<div class="receipt">
<img src="/images/${product.slug}.svg" alt="" width="640" height="800">
<p><strong>${product.name}</strong>Delivered in paper and wool</p>
<p class="price">${money(product.price)}</p>
</div>
<form class="form" method="post" action="/order">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" placeholder="you@example.com" required aria-describedby="email-hint">
<p class="hint" id="email-hint">For the receipt, and for nothing you did not ask for.</p>
<button class="button" name="product" value="${product.slug}">Place the order</button>
<p class="hint">Nothing is charged, and nothing will be sent.</p>
</form>
</div>`,
  }
}
