import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PNG } from 'pngjs'
import { beforeAll, describe, expect, test } from 'vitest'
import { pages } from './pages.js'
import { takePictures, WINDOW } from './photographer.js'
import { type Box, crop, decode, difference, encode } from './picture.js'
import { useGallery } from './use-gallery.js'

/** How the stories looked when somebody last looked at them. */
const SCREENSHOTS = join(import.meta.dirname, 'screenshots')
/** Takes the pictures that are missing or differ. */
const COMMAND = 'SCREENSHOTS=write npx vitest run --project e2e test/gallery/screenshots'
const writing = process.env.SCREENSHOTS === 'write'

/** The major version of the Chromium that took them: another one draws letters and shadows in its own way. */
const VERSION = join(SCREENSHOTS, 'chromium-version.txt')

/** Where a picture that differs is put, for people. */
const FAILURES = join(tmpdir(), 'rewards-screenshots')

/** Of the parts in which a picture is searched. */
const BAND_HEIGHT = 48

/** A page of many stories is a large picture. */
const PATIENCE_MS = 240_000

const visit = useGallery({ viewport: WINDOW })
let otherEngine = ''

beforeAll(() => {
  const version = visit.browser.version().split('.')[0]!
  if (writing) save(VERSION, version)
  const recorded = readFileSync(VERSION, 'utf8').trim()
  if (version !== recorded)
    otherEngine = `Screenshots are of Chromium ${recorded}, this is ${version}: they are not compared`
  if (otherEngine) console.warn(otherEngine)
})

describe('every story looks like its screenshot', { timeout: PATIENCE_MS }, () => {
  test.for(pages)('$name', async (page, { skip }) => {
    if (otherEngine) skip(otherEngine)
    const pictures = await takePictures(visit, page)
    expect([...pictures].flatMap(([name, picture]) => compare(name, picture) ?? [])).toEqual([])
  })

  test('and every screenshot belongs to a story', () => {
    const names = pages.flatMap(({ stories }) => stories.map(({ name }) => name))
    const told = files().map(file => file.split('.')[0]!)
    const advice = `delete the pictures of stories that do not exist; take missing pictures with ${COMMAND}`
    expect(new Set(told), advice).toEqual(new Set(names))
  })
})

describe('a shift of two pixels is found', { timeout: PATIENCE_MS }, () => {
  test('in every screenshot, except the empty one', () => {
    expect(files().filter(file => !isSeenToShift(file))).toEqual(['zone/empty.wide.png'])
  })

  test('in the smallest part of a widget', async () => {
    await visit.page.setViewportSize(WINDOW)
    await visit.open('share/default')
    const take = async () => decode(await visit.page.screenshot())
    const before = await take()
    expect(difference(before, await take())).toBeUndefined()
    await visit.page
      .locator('.icon')
      .first()
      .evaluate((icon: SVGElement) => icon.style.setProperty('translate', '2px'))
    expect(difference(before, await take())).toBeDefined()
  })
})

/** What is wrong with a picture, or nothing. */
function compare(name: string, picture: PNG): string | undefined {
  const file = join(SCREENSHOTS, `${name}.png`)
  const recorded = existsSync(file) ? decode(readFileSync(file)) : undefined
  const found = recorded && difference(recorded, picture)
  if (recorded && !found) return undefined
  if (writing) return save(file, encode(picture))
  const failure = join(FAILURES, name)
  save(`${failure}.png`, encode(picture))
  if (!found) return `${name} is new. If ${failure}.png is right, run ${COMMAND}`
  save(`${failure}.difference.png`, encode(found.picture))
  return `${name} differs by ${found.pixels} pixels: see ${failure}.difference.png. If ${failure}.png is right, run ${COMMAND}`
}

function isSeenToShift(file: string): boolean {
  const picture = decode(readFileSync(join(SCREENSHOTS, file)))
  const [width, height] = [picture.width - 2, picture.height - 2]
  const [still, across, down] = [
    { x: 0, y: 0 },
    { x: 2, y: 0 },
    { x: 0, y: 2 },
  ].map(corner => crop(picture, { ...corner, width, height })) as [PNG, PNG, PNG]
  return [across, down].every(shifted => bands(still).some(band => difference(crop(still, band), crop(shifted, band))))
}

/** What differs in a part differs in the whole, and is found in a fraction of the time. */
const bands = ({ width, height }: PNG): Box[] =>
  Array.from({ length: Math.ceil(height / BAND_HEIGHT) }, (_, index) => {
    const y = index * BAND_HEIGHT
    return { x: 0, y, width, height: Math.min(BAND_HEIGHT, height - y) }
  })

function save(file: string, content: Buffer | string): undefined {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

function files() {
  if (!existsSync(SCREENSHOTS)) return []
  return readdirSync(SCREENSHOTS, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.png'))
}
