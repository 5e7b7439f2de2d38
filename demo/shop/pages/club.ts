import { html } from 'hono/html'
import type { Page } from '../page.js'

/** The registration of the shop's club: a form that marketers configure. */
export function clubPage(): Page {
  return {
    title: 'The garden club · Juniper',
    startsWithZone: true,
    main: html`
<div class="narrow">
<h1>The garden club</h1>
<p class="lead">For people who would rather be outside.</p>
<rewards-zone name="garden_club"></rewards-zone>
</div>`,
  }
}
