import { html } from 'hono/html'
import type { Page } from '../page.js'

/** A page with three zones that load at the same time. A new visitor must become one consumer, not three. */
export function threePage(): Page {
  return {
    title: 'Three zones · Juniper',
    startsWithZone: true,
    main: html`
<div class="narrow">
<h1>Three zones, one visitor</h1>
<p class="lead">The first zone gets the visitor’s token. The other two zones wait for it.</p>
</div>
${['share_experience', 'product', 'confirmation'].map(
  name => html`<section class="together" aria-label="${name}"><rewards-zone name="${name}"></rewards-zone></section>`,
)}`,
  }
}
