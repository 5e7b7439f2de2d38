import { addVersion } from '../platform/campaign/campaign-version.js'
import { createPlatform, demo, type Platform } from '../platform/index.js'
import type { Site } from '../platform/serve.js'
import { addRewards } from './add-rewards.js'
import { copies, locales } from './copy/index.js'
import { type Story, stories, zoneOf } from './stories/index.js'

interface ProgramOptions {
  galleryOrigin: string
  programOrigin: string
  serverOrigin: string
  /** The folder with `rewards.js` and its chunks. */
  bundle: string
}

export interface Program {
  fetch: Site
  platform: Platform
}

/** Creates a local platform with a zone for each story. The zones of some stories fail or never respond. */
export async function createProgram({ galleryOrigin, ...options }: ProgramOptions): Promise<Program> {
  const platform = await createPlatform({
    ...options,
    landingUrl: `${galleryOrigin}/`,
    allowedOrigins: [galleryOrigin],
    // Many stories send requests at the same time.
    limits: { perMinute: Infinity, perSecond: Infinity },
  })
  await addRewards(platform)
  await addVersion(platform, {
    zones: Object.fromEntries(stories.map(story => [zoneOf(story), zoneSource(story, galleryOrigin)])),
    editorId: demo.marketerId,
    message: 'The stories of the gallery',
    publish: true,
    at: new Date(),
  })
  return { platform, fetch: withFailures(platform.fetch) }
}

/** The source of a story's zone: a creative for each locale. The last one is for all other locales. */
function zoneSource({ content }: Story, gallery: string): string {
  const creatives = [...locales].reverse().map(locale => {
    const creative = content?.(copies[locale], { gallery }) ?? null
    const type = typeof creative === 'string' ? 'html' : 'json'
    return { ...(locale !== 'en' && { when: { locale } }), type, content: creative }
  })
  return JSON.stringify({ creatives: content ? creatives : [] })
}

function withFailures(site: Site): Site {
  return async request => {
    const body = request.method === 'POST' ? await request.clone().text() : ''
    const story = stories.find(each => each.response && body.includes(`"${zoneOf(each)}"`))
    if (story?.response === 'fails') return new Response(null, { status: 503, headers: CORS })
    if (story?.response === 'hangs') return new Promise(() => {})
    return site(request)
  }
}

/** Without CORS headers the page cannot read the response, and the failure would look like a network error. */
const CORS = { 'Access-Control-Allow-Origin': '*' }
