import { html } from 'hono/html'
import type { Page } from '../page.js'

export function notFoundPage(): Page {
  return {
    title: 'Page not found · Juniper',
    main: html`
<div class="narrow">
<h1>Page not found</h1>
<p class="lead">This page has moved or doesn’t exist. <a href="/">Back to the shop</a></p>
</div>`,
  }
}
