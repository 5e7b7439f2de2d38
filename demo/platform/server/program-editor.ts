import { html } from 'hono/html'
import type { CampaignVersion } from '../campaign/campaign-version.js'
import { page } from '../http/page.js'
import { seedProgramNames } from '../store/seed-programs/index.js'
import { badge, stateOf, time } from './version-state.js'

export interface ProgramOnPage {
  /** Newest first. */
  versions: CampaignVersion[]
  /** The edited version. Undefined if the campaign has no program yet. */
  shown: CampaignVersion | undefined
  source: string
  message?: string
  /** The version that was just saved. */
  saved?: CampaignVersion | undefined
  /** What is wrong with a source that was not saved. */
  errors?: string[]
  /** A version that somebody else saved in the meantime. */
  newer?: CampaignVersion | undefined
}

/** Renders the page for editing the program, with its history. */
export async function renderProgramPage(program: ProgramOnPage, status = 200): Promise<Response> {
  const body = html`<p class="lead">The program decides which events earn rewards, for whom, and when they are fulfilled.</p>
${statusMessage(program)}
${editor(program)}
${program.versions.length ? history(program) : ''}`
  return page('Program', String(await body), { wide: true, status, styles: ['zones.css'] })
}

/** Tells whether the program was saved. */
function statusMessage({ saved, newer, versions }: ProgramOnPage) {
  if (newer)
    return html`<p class="error" role="alert">Not saved: somebody else saved <a href="/program?version=${newer.version}" target="_blank">version ${newer.version}</a> in the meantime. To replace it, save again.</p>`
  if (!saved) return ''
  const isLive = saved.version === liveOf(versions)?.version
  return html`<p class="success" role="status">${isLive ? `Version ${saved.version} is live.` : `Version ${saved.version} is saved as a draft.`}</p>`
}

function editor({ shown, source, message = '', errors, versions, newer }: ProgramOnPage) {
  const invalid = errors ? html` aria-invalid="true" autofocus` : ''
  return html`<form method="post" class="editor">
<label for="source">${shown ? `Version ${shown.version} (JSON)` : 'New program (JSON)'}</label>
${errors ? html`<div id="errors" class="error" role="alert"><p>Not saved:</p><ul>${errors.map(error => html`<li>${error}</li>`)}</ul></div>` : ''}
<textarea id="source" name="source" rows="30" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="soft" aria-describedby="${errors ? 'errors ' : ''}hint"${invalid}>
${source}</textarea>
<p id="hint" class="hint">Examples to start from: ${seedProgramNames.map((name, index) => html`${index ? ', ' : ''}<a href="/program?example=${name}">${name}</a>`)}. The page <code>docs/programs.md</code> describes every field.</p>
<label for="message">Description of the change</label>
<input id="message" name="message" maxlength="200" value="${message}" placeholder="A reward for three friends">
<input type="hidden" name="parent" value="${shown?.version ?? ''}">
<input type="hidden" name="newest" value="${(newer ?? versions[0])?.version ?? ''}">
<p class="actions"><button name="action" value="draft">Save draft</button> <button name="action" value="publish" class="main">Publish</button></p>
</form>`
}

function history({ versions, shown }: ProgramOnPage) {
  const live = liveOf(versions)
  return html`<section aria-labelledby="history">
<h2 id="history">History</h2>
<ol class="history" reversed>${versions.map(
    version => html`<li${version === shown ? html` aria-current="true"` : ''}>
<a href="/program?version=${version.version}">Version ${version.version}</a> ${badge(stateOf(version, live))}
<span class="message">${version.message}</span>
<span class="when">${time(version.created_date)}, by ${version.editor_id}${version.parent_version ? `, based on version ${version.parent_version}` : ''}</span>
</li>`,
  )}</ol>
</section>`
}

/** The live version: the newest published one. */
const liveOf = (versions: CampaignVersion[]) => versions.find(({ published_date }) => published_date)
