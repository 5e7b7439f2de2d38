// The recorded screenshots of the gallery's stories.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Browser } from 'playwright-core'
import type { PNG } from 'pngjs'
import { decode, difference, encode } from './picture.js'

/** How the stories looked when somebody last looked at them. */
const SCREENSHOTS = join(import.meta.dirname, 'screenshots')
/** Takes the pictures that are missing or differ. */
export const COMMAND = 'SCREENSHOTS=write npx vitest run --project e2e test/gallery/stories'
const writing = process.env.SCREENSHOTS === 'write'

/** The major version of the Chromium that took them: another one draws letters and shadows in its own way. */
const VERSION = join(SCREENSHOTS, 'chromium-version.txt')

/** Where a picture that differs is put, for people. */
const FAILURES = join(tmpdir(), 'rewards-screenshots')

/** Why the screenshots cannot be compared with the pictures of this browser. Empty if they can. */
export function reasonToSkip(browser: Browser): string {
  const version = browser.version().split('.')[0]!
  if (writing) save(VERSION, version)
  const recorded = readFileSync(VERSION, 'utf8').trim()
  return version === recorded
    ? ''
    : `Screenshots are of Chromium ${recorded}, this is ${version}: they are not compared`
}

/** The names of all screenshots, with their folders and endings. */
export function screenshots(): string[] {
  if (!existsSync(SCREENSHOTS)) return []
  return readdirSync(SCREENSHOTS, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.png'))
}

export const readScreenshot = (name: string): PNG => decode(readFileSync(join(SCREENSHOTS, name)))

/** What is wrong with a picture, or nothing. */
export function compare(name: string, picture: PNG): string | undefined {
  const file = `${name}.png`
  const recorded = existsSync(join(SCREENSHOTS, file)) ? readScreenshot(file) : undefined
  const found = recorded && difference(recorded, picture)
  if (recorded && !found) return undefined
  if (writing) return save(join(SCREENSHOTS, file), encode(picture))
  const failure = join(FAILURES, name)
  save(`${failure}.png`, encode(picture))
  if (!found) return `${name} is new. If ${failure}.png is right, run ${COMMAND}`
  save(`${failure}.difference.png`, encode(found.picture))
  return `${name} differs by ${found.pixels} pixels: see ${failure}.difference.png. If ${failure}.png is right, run ${COMMAND}`
}

function save(file: string, content: Buffer | string): undefined {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
