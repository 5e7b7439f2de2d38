import { previewedVersion } from '../campaign/campaign-version.js'
import { exampleOf } from '../campaign/conditions.js'
import { readZoneSource } from '../campaign/zone-source.js'
import { escapeHtml, htmlResponse } from '../http/page.js'
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
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(zone_name)}, version ${version.version}</title>
<link rel="stylesheet" href="/pages/preview.css">
<script src="/pages/preview.js" defer></script>
<script src="/rewards.js" defer></script>
<p id="note" role="status"></p>
<rewards-zone name="${escapeHtml(zone_name)}" data="${escapeHtml(JSON.stringify(data))}"></rewards-zone>
</html>`
  return htmlResponse(html, 200, [
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
