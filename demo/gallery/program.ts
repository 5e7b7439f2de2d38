import { addVersion } from '../platform/campaign/campaign-version.js'
import { createPlatform, demo, type Platform } from '../platform/index.js'
import type { Site } from '../serve.js'
import { copies, locales } from './copy/index.js'
import { giveRewards } from './own-rewards.js'
import { type Story, stories, zoneOf } from './stories/index.js'

interface ProgramOptions {
  galleryOrigin: string
  programOrigin: string
  serverOrigin: string
  /** Folder with `rewards.js` and its chunks. */
  bundle: string
}

export interface Program {
  fetch: Site
  platform: Platform
}

/** The local platform, with a zone for each story, published; and, where a story is about that, out of order. */
export async function createProgram({ galleryOrigin, ...options }: ProgramOptions): Promise<Program> {
  const platform = await createPlatform({
    ...options,
    landingUrl: `${galleryOrigin}/`,
    allowedOrigins: [galleryOrigin],
    // Many stories ask at once.
    limits: { perMinute: Infinity, perSecond: Infinity },
  })
  await giveRewards(platform)
  await addVersion(platform, {
    zones: Object.fromEntries(stories.map(story => [zoneOf(story), zoneSource(story, galleryOrigin)])),
    editorId: demo.marketerId,
    message: 'The stories of the gallery',
    publish: true,
    at: new Date(),
  })
  return { platform, fetch: outOfOrder(platform.fetch) }
}

/** What a marketer would have written: a creative for each language, the last for everybody else. */
function zoneSource({ content }: Story, gallery: string): string {
  const creatives = [...locales].reverse().map(locale => {
    const creative = content?.(copies[locale], { gallery }) ?? null
    const type = typeof creative === 'string' ? 'html' : 'json'
    return { ...(locale !== 'en' && { when: { locale } }), type, content: creative }
  })
  return JSON.stringify({ creatives: content ? creatives : [] })
}

function outOfOrder(site: Site): Site {
  return async request => {
    const asked = request.method === 'POST' ? await request.clone().text() : ''
    const story = stories.find(each => each.program && asked.includes(`"${zoneOf(each)}"`))
    if (story?.program === 'fails') return new Response(null, { status: 503, headers: FOR_ALL })
    if (story?.program === 'hangs') return new Promise(() => {})
    return site(request)
  }
}

/** A page may read the answer: else it looks as if the network failed. */
const FOR_ALL = { 'Access-Control-Allow-Origin': '*' }
