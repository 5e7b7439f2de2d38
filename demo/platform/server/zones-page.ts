import { html } from 'hono/html'
import { type ZoneVersion, zoneVersions } from '../campaign/campaign-version.js'
import { isZoneName } from '../campaign/render-zone.js'
import { kindsIn } from '../campaign/zone-source.js'
import { page } from '../http/page.js'
import type { ServerContext } from './server-call.js'
import { badge, stateOf, time } from './version-state.js'

/** `GET /zones`: the zones of the program. Without a login, because it only runs on this machine. */
export async function showZones(c: ServerContext): Promise<Response> {
  const name = c.req.query('name')?.trim()
  if (name !== undefined && isZoneName(name)) return c.redirect(`/zones/${name}`, 303)
  const versions = await zoneVersions(c.env)
  const names = [...new Set(versions.map(({ zone_name }) => zone_name))].sort()
  const body = html`<p class="lead">What the program shows, and where. Open a zone to edit it, see it and publish it.</p>
<ul class="zones">${names.map(each => describe(versions.filter(({ zone_name }) => zone_name === each)))}</ul>
<form class="inline" method="get" novalidate>
<label for="name">A zone that is not here yet</label>
<input id="name" name="name" required maxlength="100" placeholder="registration" value="${name ?? ''}" autocomplete="off" spellcheck="false"${fault(name)}>
<button>Create</button>
${name === undefined ? '' : html`<p id="fault" class="fault" role="alert">A zone name has 1 to 100 letters, digits, dashes and underscores.</p>`}
</form>`
  return page('Zones', String(await body), { wide: true, status: name === undefined ? 200 : 422 })
}

const fault = (name?: string) =>
  name === undefined ? '' : html` aria-invalid="true" aria-describedby="fault" autofocus`

/** A zone in the list. `versions` are newest first. */
function describe(versions: ZoneVersion[]) {
  const newest = versions[0]!
  const live = versions.find(({ published_date }) => published_date)
  return html`<li>
<a href="/zones/${newest.zone_name}">${newest.zone_name}</a>
<span class="kinds">${kindsIn(newest.source).join(', ')}</span>
<span class="badges">${live ? badge('live') : ''}${newest === live ? '' : badge(stateOf(newest, live))}</span>
<span class="when">${time(newest.created_date)}</span>
</li>`
}
