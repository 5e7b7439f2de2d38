import { html } from 'hono/html'
import { groupOf, groups, stories } from '../stories/index.js'
import { queryOf, type ViewOptions, viewChoices } from '../view-options.js'

/** The list of stories, the options, and the selected story in a frame of the selected width. */
export function galleryPage(story: string, options: ViewOptions) {
  const query = queryOf(story, options)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${story} · Gallery</title>
<link rel="icon" href="/images/juniper.svg" type="image/svg+xml">
<link rel="stylesheet" href="/gallery.css">
</head>
<body>
<nav aria-label="Stories">
${groups.map(group => storyLinks(group, story, options))}
</nav>
<main>
<h1>${story}</h1>
<div class="options">
${Object.keys(viewChoices).map(option => optionLinks(option as keyof ViewOptions, story, options))}
<p><a href="/stage${query}" target="_blank">Open in a new tab</a></p>
</div>
<iframe src="/stage${query}" title="${story}" allow="clipboard-write"${options.width === 'full' ? '' : html` width="${options.width}"`}></iframe>
</main>
</body>
</html>
`
}

const storyLinks = (
  group: string,
  story: string,
  options: ViewOptions,
) => html`<h2>${link(group, group, story, options)}</h2>
<ul>
${stories
  .filter(each => groupOf(each) === group)
  .map(({ name, consumer }) => {
    const storyOptions = { ...options, consumer: consumer ?? 'anonymous' }
    return html`<li>${link(name, name.slice(group.length + 1), story, storyOptions)}</li>`
  })}
</ul>`

const link = (name: string, text: string, story: string, options: ViewOptions) =>
  html`<a href="/${queryOf(name, options)}"${name === story ? CURRENT : ''}>${text}</a>`

const labels: Record<keyof ViewOptions, string> = {
  locale: 'Locale',
  scheme: 'Color scheme',
  width: 'Width',
  text: 'Text size in %',
  consumer: 'Consumer',
}

const optionLinks = (option: keyof ViewOptions, story: string, options: ViewOptions) => html`<p>
<b>${labels[option]}</b>
${viewChoices[option].map(
  choice =>
    html`<a href="/${queryOf(story, { ...options, [option]: choice })}"${choice === options[option] ? CURRENT : ''}>${choice}</a>`,
)}
</p>`

const CURRENT = html` aria-current="true"`
