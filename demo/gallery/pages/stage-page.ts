import { html } from 'hono/html'
import { copies } from '../copy/index.js'
import { directionOf, type Looks } from '../looks.js'
import { type Story, zoneOf } from '../stories/index.js'

export interface Surroundings {
  nonce: string
  programOrigin: string
  /** A JWT that verifies the one who looks; empty where they are to be somebody less. */
  proof: string
}

/** A page with the script tag and the zones of these stories, which `stage.js` plays. Nothing is kept, so each visit finds them as they are. */
export function stagePage(
  title: string,
  stories: Story[],
  looks: Looks,
  { nonce, programOrigin, proof }: Surroundings,
) {
  const { locale, scheme, text, consumer } = looks
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}" data-scheme="${scheme}" data-text="${text}" data-consumer="${consumer}" data-proof="${proof}" data-sheet="${stories.some(({ sheet }) => sheet) ? 'there' : ''}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/images/juniper.svg" type="image/svg+xml">
<link rel="stylesheet" href="/stage.css" nonce="${nonce}">
<script nonce="${nonce}" src="/stage.js" defer></script>
<script nonce="${nonce}" src="${programOrigin}/rewards.js" data-consent="denied" data-locale="${locale}" defer></script>
</head>
<body>
<main>
<h1>${title}</h1>
${stories.map(story => storySection(story, looks))}
</main>
</body>
</html>
`
}

const storySection = (
  story: Story,
  looks: Looks,
) => html`<section aria-label="${story.name}"><div data-story="${story.name}">
${story.button === 'around' ? html`<button class="own">${copies[looks.locale].call} ${zone(story, looks)}</button>` : zone(story, looks)}
</div></section>`

/** Without a name, which `stage.js` gives it once the right consumer is there. */
const zone = (story: Story, { scheme, locale }: Looks) => html`<rewards-zone
data-zone="${zoneOf(story)}" data-steps="${JSON.stringify(story.steps ?? [])}" data-shows="${story.shows ?? ''}"
${story.data ? html`data="${JSON.stringify(story.data)}"` : ''}
${scheme === 'system' ? '' : html`theme="${JSON.stringify({ scheme })}"`}
>${story.button === 'inside' ? html`<button class="own">${copies[locale].call}</button>` : ''}</rewards-zone>`
