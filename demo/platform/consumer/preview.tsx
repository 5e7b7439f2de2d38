/** @jsxImportSource hono/jsx */
import { previewedVersion } from '../campaign/campaign-version.js'
import { exampleOf } from '../campaign/conditions.js'
import { readZoneSource } from '../campaign/zone-source.js'
import { Head, htmlResponse } from '../http/page.js'
import type { ProgramContext } from './consumer-call.js'

/**
 * `GET /preview/{preview_key}/{zone_name}?creative=`: a page that shows a zone of one version, published or not, as
 * a viewer who meets that creative's conditions sees it. It is on the program domain, so its calls are same-origin.
 */
export async function showPreview(c: ProgramContext): Promise<Response> {
  const { preview_key = '', zone_name = '' } = c.req.param()
  const version = await previewedVersion(c.env, preview_key, zone_name)
  if (!version) return c.notFound()
  const creative = readZoneSource(version.source).value?.creatives[Number(c.req.query('creative') ?? 0)]
  const data = { ...exampleOf(creative?.when ?? {}), preview_key }
  const document = (
    <html lang="en">
      <head>
        <Head title={`${zone_name}, version ${version.version}`} styles={['preview.css']} />
        <script src="/pages/preview.js" defer />
        <script src="/rewards.js" defer />
      </head>
      <body>
        <p id="note" role="status" />
        <rewards-zone name={zone_name} data={JSON.stringify(data)} />
      </body>
    </html>
  )
  return htmlResponse(document, 200, [
    `script-src 'self'`,
    `connect-src 'self'`,
    `img-src 'self' https:`,
    `frame-src 'self'`,
    `form-action 'none'`,
    `frame-ancestors ${c.env.settings.serverOrigin}`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ])
}
