import { html } from 'hono/html'
import type { ZoneVersion } from '../campaign/campaign-version.js'
import type { Conditions } from '../campaign/conditions.js'
import { placeholders } from '../campaign/fill-in.js'
import { readZoneSource } from '../campaign/zone-source.js'
import { page } from '../http/page.js'
import type { ServerContext } from './server-call.js'
import { badge, stateOf, time } from './version-state.js'

export interface ZoneOnPage {
  name: string
  /** Newest first. */
  versions: ZoneVersion[]
  /** The edited version. Undefined for a new zone. */
  shown: ZoneVersion | undefined
  source: string
  message?: string
  /** The version that was just saved. */
  saved?: ZoneVersion | undefined
  /** The syntax error of a source that was not saved. */
  error?: string
  /** A version that somebody else saved in the meantime. */
  newer?: ZoneVersion | undefined
}

/** Renders the page for editing a zone, with a preview and the history. */
export async function renderZonePage(c: ServerContext, zone: ZoneOnPage, status = 200): Promise<Response> {
  const { programOrigin } = c.env.settings
  const body = html`<p><a href="/zones">All zones</a></p>
${statusMessage(zone)}
<div class="workbench">
${editor(zone)}
${zone.shown ? preview(zone.shown, programOrigin) : ''}
</div>
${zone.versions.length ? history(zone) : ''}`
  return page(zone.name, String(await body), {
    wide: true,
    status,
    policy: [`frame-src ${programOrigin}`],
    styles: ['zones.css'],
  })
}

/** Tells whether the zone was saved. */
function statusMessage({ name, saved, newer, versions }: ZoneOnPage) {
  if (newer)
    return html`<p class="error" role="alert">Not saved: somebody else saved <a href="/zones/${name}?version=${newer.version}" target="_blank">version ${newer.version}</a> in the meantime. To replace it, save again.</p>`
  if (!saved) return ''
  const published = saved.version === liveOf(versions)?.version
  return html`<p class="success" role="status">${published ? `Version ${saved.version} is live.` : `Version ${saved.version} is saved as a draft.`}</p>`
}

function editor({ shown, source, message = '', error, versions, newer }: ZoneOnPage) {
  const invalid = error === undefined ? '' : html` aria-invalid="true" autofocus`
  return html`<form method="post" class="editor">
<label for="source">${shown ? `Version ${shown.version} (JSON)` : 'New zone (JSON)'}</label>
${error === undefined ? '' : html`<p id="error" class="error" role="alert">Not saved: ${error}</p>`}
<textarea id="source" name="source" rows="26" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="soft" aria-describedby="${error === undefined ? '' : 'error '}hint"${invalid}>
${source}</textarea>
<div id="hint" class="hint">${hint}</div>
<label for="message">Description of the change</label>
<input id="message" name="message" maxlength="200" value="${message}" placeholder="Shorten the headline">
<input type="hidden" name="parent" value="${shown?.version ?? ''}">
<input type="hidden" name="newest" value="${(newer ?? versions[0])?.version ?? ''}">
<p class="actions"><button name="action" value="draft">Save draft</button> <button name="action" value="publish" class="main">Publish</button></p>
</form>`
}

const hint = html`<p>The zone shows the first creative whose conditions in <code>when</code> are met. The conditions are <code>labels</code>, <code>locale</code>, <code>level</code> (<code>anonymous</code>, <code>identified</code> or <code>verified</code>), <code>container</code>, <code>audience</code> and <code>not_audience</code>. Each one is a string or a list of strings. <code>data</code> compares values in the data of the zone: <code>{ "cart_value": { "min": 30 } }</code>. A creative without <code>when</code> is for everybody.</p>
<p>The <code>type</code> of a creative is <code>json</code> (the default), <code>html</code>, <code>text</code> or <code>javascript</code>. The <code>content</code> of JSON is an object. The others have a string or a list of lines.</p>
<p>JSON can contain these placeholders: ${placeholders.map((placeholder, index) => html`${index ? ', ' : ''}<code>"${placeholder}"</code>`)}.</p>`

/** The preview: one frame for each creative. Only the selected one is visible. */
function preview({ preview_key, zone_name, version, source }: ZoneVersion, programOrigin: string) {
  const creatives = readZoneSource(source).value?.creatives ?? []
  // At first the creative without conditions is selected, if there is one.
  const initial = Math.max(
    0,
    creatives.findIndex(({ when }) => Object.keys(when).length === 0),
  )
  const previewUrl = (index: number) => `${programOrigin}/preview/${preview_key}/${zone_name}?creative=${index}`
  return html`<fieldset class="preview">
<legend>Preview of version ${version}</legend>
${creatives.map(
  (
    { when },
    index,
  ) => html`<input type="radio" name="audience" id="audience-${index}"${index === initial ? html` checked` : ''}>
<label for="audience-${index}">${describeAudience(when)}</label>
<iframe src="${previewUrl(index)}" title="Zone for: ${describeAudience(when)}" loading="lazy"></iframe>`,
)}
${creatives.length ? '' : html`<p>This version has no creatives.</p>`}
</fieldset>`
}

function describeAudience(when: Conditions): string {
  const conditions = Object.entries(when).map(([name, value]) => `${name}: ${[value].flat().map(textOf).join(' or ')}`)
  return conditions.join(', ') || 'Everybody'
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function history({ name, versions, shown }: ZoneOnPage) {
  const live = liveOf(versions)
  return html`<section aria-labelledby="history">
<h2 id="history">History</h2>
<ol class="history" reversed>${versions.map(
    version => html`<li${version === shown ? html` aria-current="true"` : ''}>
<a href="/zones/${name}?version=${version.version}">Version ${version.version}</a> ${badge(stateOf(version, live))}
<span class="message">${version.message}</span>
<span class="when">${time(version.created_date)}, by ${version.editor_id}${version.parent_version ? `, based on version ${version.parent_version}` : ''}</span>
</li>`,
  )}</ol>
</section>`
}

/** The live version: the newest published one. */
const liveOf = (versions: ZoneVersion[]) => versions.find(({ published_date }) => published_date)
