import { html } from 'hono/html'
import type { Page } from '../page.js'

export function notFoundPage(): Page {
  return {
    title: 'Not here · Juniper',
    main: html`
<div class="narrow">
<h1>Nothing grows here.</h1>
<p class="lead">The page has moved, or was never planted. <a href="/">Back to the shop</a></p>
</div>`,
  }
}
