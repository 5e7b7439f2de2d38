import { html } from 'hono/html'
import { choices, type Looks, queryOf } from '../looks.js'
import { groupOf, groups, stories } from '../stories/index.js'

/** The list of stories, what to look at them with, and the chosen one in a frame: a window of its own, as wide as it is told. */
export function galleryPage(story: string, looks: Looks) {
  const query = queryOf(story, looks)
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
${groups.map(group => storyLinks(group, story, looks))}
</nav>
<main>
<h1>${story}</h1>
<div class="looks">
${Object.keys(choices).map(look => lookLinks(look as keyof Looks, story, looks))}
<p><a href="/stage${query}" target="_blank">By itself</a></p>
</div>
<iframe src="/stage${query}" title="${story}" allow="clipboard-write"${looks.width === 'full' ? '' : html` width="${looks.width}"`}></iframe>
</main>
</body>
</html>
`
}

const storyLinks = (group: string, story: string, looks: Looks) => html`<h2>${link(group, group, story, looks)}</h2>
<ul>
${stories
  .filter(each => groupOf(each) === group)
  .map(({ name, consumer }) => {
    const seen = { ...looks, consumer: consumer ?? 'anonymous' }
    return html`<li>${link(name, name.slice(group.length + 1), story, seen)}</li>`
  })}
</ul>`

const link = (name: string, text: string, story: string, looks: Looks) =>
  html`<a href="/${queryOf(name, looks)}"${name === story ? CURRENT : ''}>${text}</a>`

const lookLinks = (look: keyof Looks, story: string, looks: Looks) => html`<p>
<b>${look}</b>
${choices[look].map(
  choice =>
    html`<a href="/${queryOf(story, { ...looks, [look]: choice })}"${choice === looks[look] ? CURRENT : ''}>${choice}</a>`,
)}
</p>`

const CURRENT = html` aria-current="true"`
