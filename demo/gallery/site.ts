import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Site } from '../platform/serve.js'
import { contentSecurityPolicy } from '../shop/csp.js'
import { signJwt } from './jwt.js'
import { galleryPage } from './pages/gallery-page.js'
import { stagePage } from './pages/stage-page.js'
import { groups, stories, storiesFor } from './stories/index.js'
import { readViewOptions } from './view-options.js'

const ROOT = join(import.meta.dirname, '../..')
const PUBLIC = join(import.meta.dirname, 'public')
/** The folder with the pictures of the brand. */
const SHOP_PUBLIC = join(ROOT, 'demo/shop/public')

/** Variable fonts from npm packages, one for each script. Japanese uses a system font, because its web font has hundreds of files. */
const fonts: Record<string, string> = {
  'noto-sans.woff2': 'noto-sans/files/noto-sans-latin-wght-normal.woff2',
  'noto-sans-arabic.woff2': 'noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
  'noto-sans-hebrew.woff2': 'noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2',
  'noto-sans-mono.woff2': 'noto-sans-mono/files/noto-sans-mono-latin-wght-normal.woff2',
}

/** The page around the stories has no scripts and loads nothing from other origins. */
const GALLERY_POLICY = `default-src 'none'; base-uri 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; form-action 'none'`

/** The pages of the gallery: `/` has the navigation and a frame with `/stage`, which shows the stories. Tests open only `/stage`. */
export function gallerySite(programOrigin: string): Site {
  const site = new Hono()

  site.get('/', c => {
    const { name, options } = requestedView(c.req.url)
    c.header('Content-Security-Policy', GALLERY_POLICY)
    return c.html(galleryPage(name, options))
  })
  site.get('/stage', async c => {
    const { name, options } = requestedView(c.req.url)
    const shown = storiesFor(name, options.consumer)
    const nonce = randomBytes(16).toString('base64')
    // The policy of the shop, and fonts.
    const policy = contentSecurityPolicy({ nonce, programOrigin, styles: true })
    c.header('Content-Security-Policy', `${policy}; font-src 'self'`)
    c.header('Cache-Control', 'no-store')
    const { permissionsPolicy } = shown[0] ?? {}
    if (permissionsPolicy) c.header('Permissions-Policy', permissionsPolicy)
    const jwt = options.consumer === 'verified' ? await signJwt() : ''
    return c.html(stagePage(name, shown, options, { nonce, programOrigin, jwt }))
  })
  site.get('/fonts/:name', async c => {
    const path = fonts[c.req.param('name')]
    if (!path) return c.notFound()
    const font = await readFile(join(ROOT, 'node_modules/@fontsource-variable', path))
    // The frame of a creative has an opaque origin, so fonts need CORS headers.
    return c.body(font, 200, { 'Content-Type': 'font/woff2', 'Access-Control-Allow-Origin': '*' })
  })
  site.use(serveStatic({ root: PUBLIC }), serveStatic({ root: SHOP_PUBLIC }))
  return request => site.fetch(request)
}

function requestedView(url: string) {
  const query = new URL(url).searchParams
  const name = query.get('story') ?? ''
  const story = stories.find(each => each.name === name)
  const options = readViewOptions(query)
  return {
    name: story || groups.includes(name) ? name : stories[0]!.name,
    options: { ...options, consumer: story?.consumer ?? options.consumer },
  }
}
