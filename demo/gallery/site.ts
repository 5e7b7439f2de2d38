import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import type { Site } from '../serve.js'
import { contentSecurityPolicy } from '../shop/csp.js'
import { readLooks } from './looks.js'
import { galleryPage } from './pages/gallery-page.js'
import { stagePage } from './pages/stage-page.js'
import { signProof } from './proof.js'
import { groups, stories, storiesCalled } from './stories/index.js'

const ROOT = join(import.meta.dirname, '../..')
const OWN = join(import.meta.dirname, 'public')
/** The brand's pictures. */
const SHOP = join(ROOT, 'demo/shop/public')

/** From the packages: each script of ours in one file, of all weights. Japanese is left to the machine: it has hundreds of files. */
const fonts: Record<string, string> = {
  'noto-sans.woff2': 'noto-sans/files/noto-sans-latin-wght-normal.woff2',
  'noto-sans-arabic.woff2': 'noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal.woff2',
  'noto-sans-hebrew.woff2': 'noto-sans-hebrew/files/noto-sans-hebrew-hebrew-wght-normal.woff2',
  'noto-sans-mono.woff2': 'noto-sans-mono/files/noto-sans-mono-latin-wght-normal.woff2',
}

/** Nothing of the page that frames the stories runs, and nothing of it comes from elsewhere. */
const FRAME_POLICY = `default-src 'none'; base-uri 'none'; style-src 'self'; img-src 'self'; frame-src 'self'; form-action 'none'`

/** The pages of the gallery: `/`, for people, and in its frame `/stage`, which is all that a test needs. */
export function gallerySite(programOrigin: string): Site {
  const site = new Hono()

  site.get('/', c => {
    const { story, looks } = asked(c.req.url)
    c.header('Content-Security-Policy', FRAME_POLICY)
    return c.html(galleryPage(story, looks))
  })
  site.get('/stage', async c => {
    const { story, looks } = asked(c.req.url)
    const shown = storiesCalled(story, looks.consumer)
    const nonce = randomBytes(16).toString('base64')
    // The shop's own, and a font.
    const policy = contentSecurityPolicy({ nonce, programOrigin, styles: true })
    c.header('Content-Security-Policy', `${policy}; font-src 'self'`)
    c.header('Cache-Control', 'no-store')
    const { denied } = shown[0] ?? {}
    if (denied) c.header('Permissions-Policy', denied)
    const proof = looks.consumer === 'verified' ? await signProof() : ''
    return c.html(stagePage(story, shown, looks, { nonce, programOrigin, proof }))
  })
  site.get('/fonts/:name', async c => {
    const path = fonts[c.req.param('name')]
    if (!path) return c.notFound()
    const font = await readFile(join(ROOT, 'node_modules/@fontsource-variable', path))
    // A creative's frame has no origin, and a font is only for those whom its headers name.
    return c.body(font, 200, { 'Content-Type': 'font/woff2', 'Access-Control-Allow-Origin': '*' })
  })
  site.use(serveStatic({ root: OWN }), serveStatic({ root: SHOP }))
  return request => site.fetch(request)
}

function asked(url: string) {
  const query = new URL(url).searchParams
  const name = query.get('story') ?? ''
  const story = stories.find(each => each.name === name)
  const looks = readLooks(query)
  return {
    story: story || groups.includes(name) ? name : stories[0]!.name,
    looks: { ...looks, consumer: story?.consumer ?? looks.consumer },
  }
}
