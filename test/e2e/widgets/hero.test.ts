import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { fillZones } from './zone-content.js'

const visit = useDemo()

const MEDIA = 'https://media.brand.example'
const HERO = {
  widget: 'hero',
  headline: 'Grow together',
  layout: 'behind',
  video: { url: `${MEDIA}/film.webm`, captions_url: `${MEDIA}/film.vtt` },
}
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:10.000\nPlants, pots and tools.\n'

/** A film of a second, recorded by the browser. */
const record = (page: Page) =>
  page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 64, height: 36 })
    const context = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: 'video/webm;codecs=vp8' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise(resolve => {
      recorder.onstop = resolve
    })
    recorder.start()
    for (let frame = 0; frame < 30; frame++) {
      context.fillStyle = `hsl(${frame * 12} 80% 50%)`
      context.fillRect(0, 0, 64, 36)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await stopped
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })

/** A page with the hero, whose media are answered here. */
async function open(media: string) {
  const visitor = await visit.newVisitor()
  const { page } = visitor
  const film = Buffer.from(await record(page))
  const asked: string[] = []
  await page.route(`${MEDIA}/**`, route => {
    const { pathname } = new URL(route.request().url())
    asked.push(pathname)
    const headers = { 'Access-Control-Allow-Origin': '*' }
    return pathname.endsWith('.vtt')
      ? route.fulfill({ body: CAPTIONS, contentType: 'text/vtt', headers })
      : route.fulfill({ body: film, contentType: 'video/webm', headers })
  })
  await fillZones(page, visit.demo, { hero: HERO })
  await openBarePage(page, visit.demo, {
    body: '<rewards-zone name="hero"></rewards-zone>',
    before: `window.actions = []; document.addEventListener('rewards:action', ({ detail }) => actions.push(detail.action))`,
    media,
  })
  await page.getByRole('heading', { name: HERO.headline }).waitFor()
  return { ...visitor, asked }
}

const playButton = (page: Page) => page.getByRole('button', { name: 'Play video' })
const actions = (page: Page) => page.evaluate(() => Reflect.get(window, 'actions') as string[])

describe('the video of a hero', () => {
  test('is fetched and played, with its captions, when the visitor asks for it', async () => {
    const { page, complaints, asked } = await open(MEDIA)
    expect(asked).toEqual([])
    await playButton(page).click()
    const video = page.locator('video')
    await expect.poll(() => video.evaluate((film: HTMLVideoElement) => film.currentTime), SOON).toBeGreaterThan(0)
    expect(await video.evaluate(film => film === (film.getRootNode() as ShadowRoot).activeElement)).toBe(true)
    const captions = () =>
      video.evaluate((film: HTMLVideoElement) =>
        [...film.textTracks].flatMap(({ mode, cues }) => [...(cues ?? [])].map(cue => [mode, (cue as VTTCue).text])),
      )
    await expect.poll(captions, SOON).toEqual([['showing', 'Plants, pots and tools.']])
    expect([...new Set(asked)].sort()).toEqual(['/film.vtt', '/film.webm'])
    expect(await actions(page)).toEqual(['play'])
    expect(complaints).toEqual([])
  })

  test('gives way to the hero without it if the page does not allow it', async () => {
    const { page, asked } = await open("'none'")
    await playButton(page).click()
    await expect.poll(() => page.locator('video').count(), SOON).toBe(0)
    await page.getByRole('heading', { name: HERO.headline }).waitFor()
    expect(asked).toEqual([])
  })
})
