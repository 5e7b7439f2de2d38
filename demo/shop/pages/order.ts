import { html } from 'hono/html'
import { money } from '../money.js'
import type { Order } from '../orders.js'
import { type Page, scriptValue } from '../page.js'

/** The page after an order. Tracks the purchase through the queue, which works before the script tag has loaded. */
export function orderPage(order: Order): Page {
  const { number, email, product } = order
  return {
    title: 'Thank you · Juniper',
    script: purchaseScript(order),
    main: html`
<div class="narrow">
<h1>Thank you.</h1>
<p class="lead">A receipt is on its way to ${email}.</p>
<div class="receipt">
<img src="/images/${product.slug}.svg" alt="" width="640" height="800">
<p><strong>${product.name}</strong>Order <span id="order">${number}</span></p>
<p class="price">${money(product.price)}</p>
</div>
<p class="hint">Rewards program: <output id="receipt">sending this order…</output></p>
</div>

<section class="together" aria-label="Tell a friend">
<rewards-zone name="confirmation"></rewards-zone>
</section>`,
  }
}

/** The order number is also the id of the event, so that a reload does not record a second purchase. */
function purchaseScript({ number, email, couponCode, product }: Order) {
  const coupon = couponCode ? { coupon_code: couponCode } : {}
  const purchase = { email, partner_conversion_id: number, cart_value: product.price, ...coupon }
  return `
window.rewards?.push || (window.rewards = [])
rewards.push(['track', 'purchase', ${scriptValue(purchase)}, { id: ${scriptValue(number)} }])
rewards.push(r => r.addEventListener('receipt', ({ detail }) => {
  if (detail.partner_event_id !== ${scriptValue(number)}) return
  document.getElementById('receipt').textContent = 'this order was recorded as event ' + detail.event_id
}))
`
}
