import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SOON } from '../soon.js'
import { launch } from './chromium.js'
import { countWrong } from './outcome.js'
import { identify } from './page.js'
import { type Program, startProgram } from './program.js'
import { createStage } from './stage.js'

/** A logout delivers waiting events for two seconds before it erases them. The short form of the matrix plays the moment in the middle. */
const MOMENTS_MS =
  process.env.FAULTS === 'long' ? [0, 300, 1_000, 1_700, 1_950, 2_000, 2_050, 2_100, 2_300, 2_800] : [2_050]

let program: Program

beforeAll(async () => {
  program = await startProgram(MOMENTS_MS.length)
})

afterAll(() => program?.close())

test.each(MOMENTS_MS)('a browser that is killed %i ms after a logout has begun mixes nobody’s events up', async ms => {
  const browser = await launch()
  const site = await program.openSite()
  const stage = createStage({ program, browser, site, fault: 'answers 503', persists: true, hostAsks: true })
  const { open, comeBack, strike, track, struck, written, mend, outcome } = stage
  const [ann, bob] = ['ann', 'bob'].map(name => `${name}@${site.name}.example`) as [string, string]
  try {
    await identify(await open(), ann)
    // A browser takes half a minute to write its cookies to the disk.
    await browser.restart()
    const page = await open()
    await strike()
    await track(page, 3, { by: ann })
    await struck()
    await written(page)
    await page.evaluate(() => void Reflect.get(globalThis, 'rewards').logout())
    await sleep(ms)
    await browser.kill()
    await mend()
    await browser.restart()
    const next = await comeBack()
    await identify(next, bob)
    await track(next, 3, { by: bob })
    const ofBob = async () => (await program.recorded(site.name)).filter(({ by }) => by === bob)
    await expect.poll(async () => (await ofBob()).length, SOON).toBe(3)
    expect(await outcome()).toMatchObject({ doubled: 0, waits: false })
    const recorded = await program.recorded(site.name)
    expect(countWrong(recorded)).toBe(0)
    expect(recorded.filter(({ by }) => by === bob)).toHaveLength(3)
  } finally {
    await browser.close()
    await site.proxy.close()
  }
})
