import { html } from 'hono/html'
import type { Look, Page } from '../page.js'

/** A page with hardly any style (`plain`), or with no style sheet (`bare`). */
export function plainPage(look: Extract<Look, 'plain' | 'bare'>): Page {
  return {
    title: 'Notes on pots',
    look,
    main: html`
<h1>Notes on pots</h1>
<p>Terracotta breathes, and so dries out; glaze holds water, and so drowns. Most plants prefer to be thirsty.</p>
${look === 'plain' ? html`<rewards-zone name="global_header"></rewards-zone>` : ''}
<rewards-zone name="share_experience"></rewards-zone>
<p>When roots come out at the bottom, it is time: one size up, never two.</p>
${look === 'plain' ? html`<rewards-zone name="welcome_offer"></rewards-zone>` : ''}`,
  }
}
