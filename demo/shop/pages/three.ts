import { html } from 'hono/html'
import type { Page } from '../page.js'

/** Three zones that all ask at once: a page that knows nobody yet must still make one consumer, not three. */
export function threePage(): Page {
  return {
    title: 'Three zones · Juniper',
    main: html`
<div class="narrow">
<h1>Three zones, one visitor</h1>
<p class="lead">The first response brings the token. The other two zones wait for it.</p>
</div>
${['share_experience', 'product', 'confirmation'].map(
  name => html`<section class="together" aria-label="${name}"><rewards-zone name="${name}"></rewards-zone></section>`,
)}`,
  }
}
