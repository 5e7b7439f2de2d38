import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PersistentBrowser } from '../persistent-chromium.js'
import { launch, shareBrowser } from './chromium.js'
import { type Cell, type Control, cellsOf, controlsOf, nameOf } from './matrix.js'
import { type Outcome, tableOf } from './outcome.js'
import { type Program, startProgram } from './program.js'
import { SITUATIONS, type Situation } from './situations.js'
import { createStage } from './stage.js'

const form = process.env.FAULTS === 'long' ? 'long' : 'short'
const cells = cellsOf(form)
const controls = controlsOf(form)
/** `npm run faults -- --long`: a tier runs other tests beside it. */
const isAlone = form === 'long' && !process.env.TIER
/** Longer than the slowest of them on a busy machine: what waits for ever is told as such before. */
const timeout = 300_000

let program: Program
let shared: PersistentBrowser
const outcomes = new Map<Cell, Outcome>()

beforeAll(async () => {
  program = await startProgram(cells.length + controls.length)
  shared = await shareBrowser()
})

afterAll(async () => {
  const lines = (played: Cell[]) =>
    played.flatMap(cell => (outcomes.has(cell) ? [[nameOf(cell), outcomes.get(cell)!] as [string, Outcome]] : []))
  console.info(`\n${tableOf('The platform …', lines(cells))}\n`)
  for (const without of ['deduplication', 'persistence'])
    console.info(`${tableOf(`Without ${without}`, lines(controls.filter(control => control.without === without)))}\n`)
  await shared?.close()
  await program?.close()
})

async function play(cell: Cell, without?: Control['without']): Promise<Outcome> {
  const { play, browser: kind, insecure, hostAsks, sparesProofs }: Situation = SITUATIONS[cell.situation]
  const browser = kind ? await launch({ blocksStorage: kind === 'without storage' }) : shared
  const site = await program.openSite({ deduplicates: without !== 'deduplication', insecure, sparesProofs })
  const persists = without !== 'persistence'
  const stage = createStage({ program, browser, site, fault: cell.fault, persists, hostAsks })
  try {
    await play(stage)
    const outcome = await stage.outcome()
    outcomes.set(cell, outcome)
    return outcome
  } finally {
    await (kind ? browser.close() : stage.leave())
    await site.proxy.close()
  }
}

describe.concurrent('nothing is lost, doubled or recorded for somebody else: the platform', { timeout }, () => {
  for (const cell of cells)
    test(nameOf(cell), async () => {
      const { mayLose, within }: Situation = SITUATIONS[cell.situation]
      const { lost, doubled, wrong, refused, seconds, waits } = await play(cell)
      expect({ doubled, wrong, waits }).toEqual({ doubled: 0, wrong: 0, waits: false })
      if (!mayLose) expect(lost).toBe(0)
      if (cell.fault === 'answers 200 with a refusal in a header') expect(refused).toBeGreaterThan(0)
      else expect(refused).toBe(0)
      // Beside many other tests a time says little: it counts where the matrix is all that is run.
      if (within && isAlone) expect(seconds).toBeLessThanOrEqual(within(cell.fault))
    })
})

describe.concurrent('the matrix turns red', { timeout }, () => {
  for (const control of controls)
    test(`without ${control.without}: ${nameOf(control)}`, async () => {
      const { lost, doubled } = await play(control, control.without)
      if (control.without === 'deduplication') expect(doubled).toBeGreaterThan(0)
      else expect(lost).toBeGreaterThan(0)
    })
})
