import { html } from 'hono/html'
import type { Order } from '../orders.js'
import { type Page, scriptValue } from '../page.js'

/** Thanks for an order, and the purchase told to the program: through the queue, whether or not the script is there yet. */
export function orderPage(order: Order): Page {
  return {
    title: 'Thank you',
    main: html`<main><h1>Thank you</h1><p>Order ${order.number}</p><output id="receipt"></output>
<rewards-zone name="confirmation"></rewards-zone></main>`,
    script: purchaseScript(order),
  }
}

/** The order number is the event's id too: whoever reloads this page has bought once. */
const purchaseScript = ({ email, number, product }: Order) => `
window.rewards?.push || (window.rewards = [])
rewards.push(r => r.addEventListener('receipt', ({ detail }) => {
  if (detail.partner_event_id === ${scriptValue(number)}) document.querySelector('#receipt').textContent = detail.event_id
}))
rewards.push(['track', 'purchase', ${scriptValue({ email, partner_conversion_id: number, cart_value: product.price })}, { id: ${scriptValue(number)} }])
`
