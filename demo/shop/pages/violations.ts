import { html, raw } from 'hono/html'
import type { Page } from '../page.js'

/** Nobody answers there, and no browser gets as far as asking. */
const ELSEWHERE = 'https://elsewhere.localhost'

/** A page that does all that the shop's policy forbids. Whoever listens for violations hears here whether they would hear one. */
export function violationsPage(): Page {
  return {
    title: 'What the policy is for',
    script: FROM_A_SCRIPT,
    main: html`
<h1>What the policy is for</h1>
<p>The browser blocks each of these attempts and reports it to the shop.</p>
${raw(`<base href="${ELSEWHERE}/">
<script>document.title = 'A script of nobody’s'</script>
<style>h1 { color: red }</style>
<img src="${ELSEWHERE}/pixel.gif" alt="">
<iframe src="${ELSEWHERE}/" title="Elsewhere"></iframe>
<object data="/images/sprig.svg" type="image/svg+xml"></object>
<audio src="/bell.mp3" preload="auto"></audio>
<form action="${ELSEWHERE}/" method="post"></form>`)}`,
  }
}

/** The same from a script that may run: what only a script can do. */
const FROM_A_SCRIPT = `
addEventListener('DOMContentLoaded', () => {
  for (const forbidden of [
    () => fetch('${ELSEWHERE}/').catch(() => {}),
    () => { document.createElement('p').innerHTML = '<b>Markup as text</b>' },
    () => trustedTypes.createPolicy('mine', {}),
  ]) try { forbidden() } catch {}
})
// Not before the page is there: a browser that is on its way elsewhere may not wait for the rest.
addEventListener('load', () => document.forms[0].submit())
`
