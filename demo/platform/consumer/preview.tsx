/** @jsxImportSource hono/jsx */
import { exampleOf } from '../campaign/conditions.js'
import { readZoneSource } from '../campaign/zone-source.js'
import { Head, htmlResponse } from '../http/page.js'
import type { Settings } from '../options.js'
import { campaignTheme } from '../theme/client-theme.js'
import { fromQuery, toCss } from '../theme/program-theme.js'
import { lookAttributes, readLook } from '../zones/preview-look.js'
import { previewedZone } from '../zones/previewed-zone.js'
import type { ProgramContext } from './consumer-call.js'

/**
 * `GET /preview/{preview_key}/{zone_name}?creative=&language=&direction=&scheme=&theme=`: a page that shows a zone of one version, published or not,
 * or of a draft that nobody has saved, as a viewer who meets that creative's conditions sees it. It is on the program domain, so its calls are
 * same-origin. Its editor in the console can change the zone and the look of the page by a message. `theme` is a theme that nobody has saved; the default
 * is that of the program.
 */
export async function showPreview(c: ProgramContext): Promise<Response> {
  const { preview_key = '', zone_name = '' } = c.req.param()
  const zone = await previewedZone(c.env, preview_key, zone_name)
  if (!zone) return c.notFound()
  const creative = readZoneSource(zone.source).value?.creatives[Number(c.req.query('creative') ?? 0)]
  const data = { ...exampleOf(creative?.when ?? {}), preview_key }
  const programTheme =
    c.req.query('theme') === undefined
      ? await campaignTheme(c.env, zone.campaign_id)
      : fromQuery(new URL(c.req.url).search)
  const { page, theme } = lookAttributes(
    readLook(name => c.req.query(name), 'en'),
    programTheme,
  )
  const { serverOrigin } = c.env.settings
  const media = mediaSources(c.env.settings)
  const document = (
    <html {...page}>
      <head>
        <Head title={`${zone_name}, ${zone.version ? `version ${zone.version}` : 'draft'}`} styles={['preview.css']} />
        <script src="/pages/preview.js" defer data-editor={serverOrigin} data-theme-css={toCss(programTheme)} />
        <script src="/rewards.js" defer />
      </head>
      <body>
        <p id="note" role="status" />
        <rewards-zone name={zone_name} data={JSON.stringify(data)} theme={JSON.stringify(theme)} />
      </body>
    </html>
  )
  return htmlResponse(document, 200, [
    `script-src 'self'`,
    `connect-src 'self'`,
    `img-src ${media}`,
    `media-src ${media}`,
    `frame-src 'self'`,
    `form-action 'none'`,
    `frame-ancestors ${serverOrigin}`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ])
}

/** The sources of pictures and videos: those of every host on https, and the brand's own pages, which are on plain http on a developer's machine. */
function mediaSources({ landingUrl, allowedOrigins }: Settings): string {
  const sites = new Set([new URL(landingUrl).origin, ...allowedOrigins])
  return [`'self'`, 'https:', ...[...sites].filter(site => site.startsWith('http:'))].join(' ')
}
