import { html } from 'hono/html'
import type { Audience } from '../campaign/audience.js'
import type { ZoneVersion } from '../campaign/campaign-version.js'
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
  /** The error of a source that was not saved. */
  fault?: string
  /** A version that somebody else saved in the meantime. */
  newer?: ZoneVersion | undefined
}

/** The page for editing a zone, with a preview and the earlier versions. */
export async function drawZone(c: ServerContext, zone: ZoneOnPage, status = 200): Promise<Response> {
  const { programOrigin } = c.env.settings
  const body = html`<p><a href="/zones">All zones</a></p>
${outcome(zone)}
<div class="workbench">
${editor(zone)}
${zone.shown ? preview(zone.shown, programOrigin) : ''}
</div>
${zone.versions.length ? history(zone) : ''}`
  return page(zone.name, String(await body), { wide: true, status, policy: [`frame-src ${programOrigin}`] })
}

function outcome({ name, saved, newer, versions }: ZoneOnPage) {
  if (newer)
    return html`<p class="fault" role="alert">Not saved: somebody has saved <a href="/zones/${name}?version=${newer.version}" target="_blank">version ${newer.version}</a> meanwhile. To replace it, save again.</p>`
  if (!saved) return ''
  const published = saved.version === liveOf(versions)?.version
  return html`<p class="done" role="status">Version ${saved.version} is ${published ? 'live: shoppers see it from now on' : 'saved as a draft'}.</p>`
}

function editor({ shown, source, message = '', fault, versions, newer }: ZoneOnPage) {
  const invalid = fault === undefined ? '' : html` aria-invalid="true" autofocus`
  return html`<form method="post" class="editor">
<label for="source">${shown ? `Version ${shown.version}, as JSON` : 'A new zone, as JSON'}</label>
${fault === undefined ? '' : html`<p id="fault" class="fault" role="alert">Not saved: ${fault}</p>`}
<textarea id="source" name="source" rows="26" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="soft" aria-describedby="${fault === undefined ? '' : 'fault '}hint"${invalid}>
${source}</textarea>
<div id="hint" class="hint">${hint}</div>
<label for="message">What has changed</label>
<input id="message" name="message" maxlength="200" value="${message}" placeholder="A shorter headline">
<input type="hidden" name="parent" value="${shown?.version ?? ''}">
<input type="hidden" name="newest" value="${(newer ?? versions[0])?.version ?? ''}">
<p class="actions"><button name="action" value="draft">Save draft</button> <button name="action" value="publish" class="main">Publish</button></p>
</form>`
}

const hint = html`<p>The first creative is shown whose <code>when</code> fits: <code>labels</code>, <code>locale</code>, <code>level</code> (<code>anonymous</code>, <code>identified</code>, <code>verified</code>) and <code>container</code>, each a text or a list of texts. Without <code>when</code> it is for everybody.</p>
<p>Its <code>type</code> is <code>json</code> unless it says <code>html</code>, <code>text</code> or <code>javascript</code>, whose <code>content</code> is a text or a list of its lines. JSON may hold <code>"{{shareable}}"</code>, <code>"{{advocate}}"</code>, <code>"{{offer_state}}"</code> and <code>"{{landing_url}}"</code>.</p>`

/** The preview: one frame for each creative. Only the selected one is visible. */
function preview({ preview_key, zone_name, version, source }: ZoneVersion, programOrigin: string) {
  const creatives = readZoneSource(source).zone?.creatives ?? []
  // Select the creative without conditions first, if there is one.
  const usual = Math.max(
    0,
    creatives.findIndex(({ when }) => Object.keys(when).length === 0),
  )
  const address = (index: number) => `${programOrigin}/preview/${preview_key}/${zone_name}?creative=${index}`
  return html`<fieldset class="preview">
<legend>Version ${version}, as shoppers see it</legend>
${creatives.map(
  (
    { when },
    index,
  ) => html`<input type="radio" name="seen-by" id="seen-by-${index}"${index === usual ? html` checked` : ''}>
<label for="seen-by-${index}">${audienceInWords(when)}</label>
<iframe src="${address(index)}" title="Zone for: ${audienceInWords(when)}" loading="lazy"></iframe>`,
)}
${creatives.length ? '' : html`<p>No creatives, so nothing.</p>`}
</fieldset>`
}

function audienceInWords(when: Audience): string {
  const conditions = Object.entries(when).map(([name, values]) => `${name} ${values.join(' or ')}`)
  return conditions.join(', ') || 'Everybody'
}

function history({ name, versions, shown }: ZoneOnPage) {
  const live = liveOf(versions)
  return html`<section aria-labelledby="history">
<h2 id="history">History</h2>
<ol class="history" reversed>${versions.map(
    version => html`<li${version === shown ? html` aria-current="true"` : ''}>
<a href="/zones/${name}?version=${version.version}">Version ${version.version}</a> ${badge(stateOf(version, live))}
<span class="message">${version.message}</span>
<span class="when">${time(version.created_date)}, by ${version.editor_id}${version.parent_version ? `, from version ${version.parent_version}` : ''}</span>
</li>`,
  )}</ol>
</section>`
}

const liveOf = (versions: ZoneVersion[]) => versions.find(({ published_date }) => published_date)
