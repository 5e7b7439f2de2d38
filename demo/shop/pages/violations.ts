import { html, raw } from 'hono/html'
import type { Page } from '../page.js'

/** An origin that no server listens on. The policy blocks every request to it. */
const ELSEWHERE = 'https://elsewhere.localhost'

/** A page that violates every directive of the shop's policy. With it, tests check that they notice violations. */
export function violationsPage(): Page {
  return {
    title: 'Policy violations',
    script: SCRIPT_VIOLATIONS,
    main: html`
<div class="narrow">
<h1>Policy violations</h1>
<p>This page tries to load and run things that its Content Security Policy forbids. The browser blocks each attempt and reports it to the shop.</p>
</div>
${raw(`<base href="${ELSEWHERE}/">
<script>document.title = 'An inline script'</script>
<style>h1 { color: red }</style>
<img src="${ELSEWHERE}/pixel.gif" alt="">
<iframe src="${ELSEWHERE}/" title="Elsewhere" width="160" height="90"></iframe>
<object data="/images/sprig.svg" type="image/svg+xml" width="160" height="90"></object>
<audio src="${ELSEWHERE}/bell.mp3" preload="auto"></audio>
<form action="${ELSEWHERE}/" method="post"></form>`)}`,
  }
}

/** Violations that only a script can cause. */
const SCRIPT_VIOLATIONS = `
addEventListener('DOMContentLoaded', () => {
  for (const forbidden of [
    () => fetch('${ELSEWHERE}/').catch(() => {}),
    () => new FontFace('Elsewhere', 'url(${ELSEWHERE}/font.woff2)').load().catch(() => {}),
    () => { document.createElement('p').innerHTML = '<b>Markup as text</b>' },
    () => trustedTypes.createPolicy('mine', {}),
  ]) try { forbidden() } catch {}
})
// Last, because a browser that starts to navigate may stop loading the page.
addEventListener('load', () => document.forms[0].submit())
`
