import { html } from 'hono/html'
import { copies } from '../copy/index.js'
import { type Story, zoneOf } from '../stories/index.js'
import { directionOf, type ViewOptions } from '../view-options.js'

/** Values of the request. */
export interface StageContext {
  nonce: string
  programOrigin: string
  /** A JWT that verifies the consumer. Empty for a consumer who is not verified. */
  jwt: string
}

/** A page with the script tag and the zones of these stories. `stage.js` runs their steps. Consent is denied, so each visit starts anew. */
export function stagePage(
  title: string,
  stories: Story[],
  options: ViewOptions,
  { nonce, programOrigin, jwt }: StageContext,
) {
  const { locale, scheme, text, consumer } = options
  return html`<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}" data-scheme="${scheme}" data-text="${text}" data-consumer="${consumer}" data-jwt="${jwt}" data-share-sheet="${String(stories.some(({ hasShareSheet }) => hasShareSheet))}">
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
${stories.map(story => storySection(story, options))}
</main>
</body>
</html>
`
}

const storySection = (
  story: Story,
  options: ViewOptions,
) => html`<section aria-label="${story.name}"><div data-story="${story.name}">
${story.button === 'around' ? html`<button class="own">${copies[options.locale].call} ${zone(story, options)}</button>` : zone(story, options)}
</div></section>`

/** A zone without a name: `stage.js` sets the name when the consumer is identified or verified. */
const zone = (story: Story, { scheme, locale }: ViewOptions) => html`<rewards-zone
data-zone="${zoneOf(story)}" data-steps="${JSON.stringify(story.steps ?? [])}" data-ready-selector="${story.readySelector ?? ''}"
${story.data ? html`data="${JSON.stringify(story.data)}"` : ''}
${scheme === 'system' ? '' : html`theme="${JSON.stringify({ scheme })}"`}
>${story.button === 'inside' ? html`<button class="own">${copies[locale].call}</button>` : ''}</rewards-zone>`
