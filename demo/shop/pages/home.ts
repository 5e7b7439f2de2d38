import { html } from 'hono/html'
import type { Page } from '../page.js'

export function homePage(): Page {
  return {
    title: 'Juniper: home and garden',
    main: html`<main><h1>Juniper</h1><rewards-zone name="share_experience"></rewards-zone></main>`,
  }
}
