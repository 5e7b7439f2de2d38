import { html } from 'hono/html'
import type { Look, Page } from '../page.js'

/** A zone in a page with no taste of its own (`plain`), or with no style sheet at all (`bare`). */
export function plainPage(look: Extract<Look, 'plain' | 'bare'>): Page {
  return {
    title: 'Notes on pots',
    look,
    main: html`
<h1>Notes on pots</h1>
<p>Terracotta breathes, and so dries out; glaze holds water, and so drowns. Most plants prefer to be thirsty.</p>
<rewards-zone name="share_experience"></rewards-zone>
<p>When roots come out at the bottom, it is time: one size up, never two.</p>`,
  }
}
