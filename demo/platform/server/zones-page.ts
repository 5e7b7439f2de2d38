import { html } from 'hono/html'
import { type ZoneVersion, zoneVersions } from '../campaign/campaign-version.js'
import { INVALID_ZONE_NAME, isZoneName } from '../campaign/render-zone.js'
import { kindsIn } from '../campaign/zone-source.js'
import { page } from '../http/page.js'
import type { ServerContext } from './server-call.js'
import { badge, stateOf, time } from './version-state.js'

/** `GET /zones`: the zones of the program. It needs no login, because the platform runs only on this machine. */
export async function showZones(c: ServerContext): Promise<Response> {
  const name = c.req.query('name')?.trim()
  if (name !== undefined && isZoneName(name)) return c.redirect(`/zones/${name}`, 303)
  const versions = await zoneVersions(c.env)
  const names = [...new Set(versions.map(({ zone_name }) => zone_name))].sort()
  const body = html`<p class="lead">A zone is a place on your pages where the program shows content. Open a zone to edit, preview and publish it.</p>
<ul class="zones">${names.map(each => renderZone(versions.filter(({ zone_name }) => zone_name === each)))}</ul>
<form class="inline" method="get" novalidate>
<label for="name">Name of a new zone</label>
<input id="name" name="name" required maxlength="100" placeholder="registration" value="${name ?? ''}" autocomplete="off" spellcheck="false"${errorAttributes(name)}>
<button>Create zone</button>
${name === undefined ? '' : html`<p id="error" class="error" role="alert">${INVALID_ZONE_NAME}.</p>`}
</form>`
  return page('Zones', String(await body), {
    wide: true,
    styles: ['zones.css'],
    status: name === undefined ? 200 : 422,
  })
}

const errorAttributes = (name?: string) =>
  name === undefined ? '' : html` aria-invalid="true" aria-describedby="error" autofocus`

/** Renders a zone in the list. `versions` are newest first. */
function renderZone(versions: ZoneVersion[]) {
  const newest = versions[0]!
  const live = versions.find(({ published_date }) => published_date)
  return html`<li>
<a href="/zones/${newest.zone_name}">${newest.zone_name}</a>
<span class="kinds">${kindsIn(newest.source).join(', ')}</span>
<span class="badges">${live ? badge('live') : ''}${newest === live ? '' : badge(stateOf(newest, live))}</span>
<span class="when">${time(newest.created_date)}</span>
</li>`
}
