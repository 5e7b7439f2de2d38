/** @jsxImportSource hono/jsx */
import { campaignIds } from '../../campaign/campaign-history.js'
import { type ZoneVersion, zoneVersions } from '../../campaign/campaign-version.js'
import { INVALID_ZONE_NAME, isZoneName } from '../../campaign/render-zone.js'
import { kindsIn } from '../../campaign/zone-source.js'
import { Badge } from '../badge.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty, Failure } from '../message.js'
import { Time } from '../time.js'

export const zonePath = (name: string) => `/console/zones/${name}`

/** `GET /console/zones?name=`: the zones of the program, and a form that opens the page of a new one. */
export async function showZones(c: ConsoleContext): Promise<Response> {
  const name = c.req.query('name')?.trim()
  if (name !== undefined && isZoneName(name)) return c.redirect(zonePath(name), 303)
  const campaigns = await campaignIds(c.env)
  const versions = await zoneVersions(c.env)
  const names = [...new Set(versions.map(({ zone_name }) => zone_name))].sort()
  const error = name === undefined ? undefined : `${INVALID_ZONE_NAME}.`
  return showPage(
    c,
    {
      title: 'Zones',
      lead: 'A zone is a place on your pages where the program shows content. Open a zone to edit, preview and publish it.',
      styles: ['tables.css', 'campaigns.css'],
      children: campaigns.length ? (
        <>
          {names.length ? (
            <ZoneTable zones={names.map(each => versions.filter(({ zone_name }) => zone_name === each))} />
          ) : (
            <Empty>There are no zones. Create one below.</Empty>
          )}
          <NewZone name={name ?? ''} error={error} />
        </>
      ) : (
        <Empty>Zones belong to a campaign, and this client has no campaign.</Empty>
      ),
    },
    error ? 422 : 200,
  )
}

/** A row for each zone. The versions of a zone are newest first. */
const ZoneTable = ({ zones }: { zones: ZoneVersion[][] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Zone</th>
        <th scope="col">Shows</th>
        <th scope="col">State</th>
        <th scope="col">Last change</th>
      </tr>
    </thead>
    <tbody>
      {zones.map(versions => {
        const newest = versions[0]!
        const live = liveOf(versions)
        return (
          <tr>
            <th scope="row">
              <a href={zonePath(newest.zone_name)}>{newest.zone_name}</a>
            </th>
            <td data-label="Shows">{kindsIn(newest.source).join(', ') || 'Nothing'}</td>
            <td data-label="State">
              {live && <Badge version={live} live={live} />} {newest !== live && <Badge version={newest} live={live} />}
            </td>
            <td data-label="Last change">
              <Time date={newest.created_date} otherwise="" />
            </td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

/** The live version: the newest published one. */
export const liveOf = (versions: ZoneVersion[]) => versions.find(({ published_date }) => published_date)

const NewZone = ({ name, error }: { name: string; error: string | undefined }) => (
  <form method="get" class="sheet" novalidate>
    <h2>New zone</h2>
    {error && <Failure id="error">{error}</Failure>}
    <label for="name">Name</label>
    <input
      id="name"
      name="name"
      value={name}
      required
      maxlength={100}
      placeholder="registration"
      autocomplete="off"
      spellcheck={false}
      autofocus={error !== undefined}
      aria-invalid={error ? 'true' : undefined}
      aria-describedby={error ? 'error' : undefined}
    />
    <button class="main">Create zone</button>
  </form>
)
