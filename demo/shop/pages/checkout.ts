import { html } from 'hono/html'
import { money } from '../money.js'
import type { Page } from '../page.js'
import type { Product } from '../products.js'

export function checkoutPage(product: Product): Page {
  return {
    title: 'Checkout · Juniper',
    main: html`
<div class="narrow">
<h1>Checkout</h1>
<div class="receipt">
<img src="/images/${product.slug}.svg" alt="" width="640" height="800">
<p><strong>${product.name}</strong>Delivered in paper and wool</p>
<p class="price">${money(product.price)}</p>
</div>
<form class="form" method="post" action="/order">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="email" placeholder="you@example.com" required aria-describedby="email-hint">
<p class="hint" id="email-hint">We only use it to send your receipt.</p>
<label for="coupon">Coupon code (optional)</label>
<input id="coupon" name="coupon_code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="100">
<button class="button" name="product" value="${product.slug}">Place order</button>
<p class="hint">This is a demo: nothing is charged or sent.</p>
</form>
</div>`,
  }
}
