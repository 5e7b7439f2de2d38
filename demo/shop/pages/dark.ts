import { html } from 'hono/html'
import type { Page } from '../page.js'
import { productCard } from '../product-card.js'
import { findProduct } from '../products.js'

const EVENING = ['beeswax-candle', 'ash-stool', 'terra-planter']

/** A page that is always dark. Its zones have a dark theme. */
export function darkPage(): Page {
  return {
    title: 'After dark · Juniper',
    look: 'dark',
    main: html`
<div class="narrow">
<h1>After dark</h1>
<p class="lead">The garden does not close at sunset. Bring a candle, sit low, listen.</p>
<rewards-zone name="global_header" theme='{"scheme":"dark"}'></rewards-zone>
</div>
<ul class="grid">${EVENING.map(slug => productCard(findProduct(slug)!))}</ul>
<section class="together" aria-label="Give 20, get 20">
<rewards-zone name="share_experience" theme='{"scheme":"dark"}'></rewards-zone>
</section>
<section class="together" aria-label="For friends">
<rewards-zone name="welcome_offer" theme='{"scheme":"dark"}'></rewards-zone>
</section>`,
  }
}
