import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { CommandError } from '../../../demo/command.js'

const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

const ARGUMENTS = [
  // In a container there is neither a sandbox for root nor a graphics card.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A crash is part of the benchmark, its report is not.
  '--disable-breakpad',
  '--host-resolver-rules=MAP *.localhost 127.0.0.1',
]

/** Of what every event carries, beside its number. */
const PRODUCT = { product: 'olive-tree', title: 'Olive tree, 90 cm', price: 48, currency: 'USD', quantity: 1 }

/** A busy machine is slow, not broken. */
const PATIENCE_MS = 120_000

export function startBrowser() {
  if (!existsSync(CHROMIUM)) throw new CommandError(`There is no ${CHROMIUM}: set CHROMIUM_PATH, or install chromium.`)
  return chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS })
}

/** Somebody whose browser knows nothing yet. */
export async function newVisitor(browser) {
  const context = await browser.newContext()
  context.setDefaultTimeout(PATIENCE_MS)
  return context
}

/** Opens a page with the SDK started in it. */
export async function openPage(context, lane) {
  const page = await context.newPage()
  await page.goto(lane.url)
  await page.waitForFunction(() => 'track' in window)
  await page.evaluate(product => {
    /** Tracks the events of these numbers, all at once. */
    window.trackAll = numbers => {
      // Of ours a promise, which a platform that is away may leave waiting for ever.
      for (const n of numbers) Promise.resolve(window.track('product_viewed', { n, ...product })).catch(() => {})
    }
  }, PRODUCT)
  return page
}

/** Tracks so many events that count for nothing, and waits for them to arrive: nothing of the SDK's start is measured afterwards. */
export async function warmUp(page, lane, count = 1) {
  const events = numbers(lane, `warm-up ${lane.requests}`, count)
  await track(page, events)
  if (!(await until(() => arrived(lane, events) && !lane.underWay, PATIENCE_MS)))
    throw new Error(`Nothing arrives from ${lane.url}`)
  // The page has read its answer by then: what it may keep on the device, say.
  await sleep(1_000)
}

export const track = (page, numbers) => page.evaluate(numbers => window.trackAll(numbers), numbers)

/** `count` numbers for events, none of which any other event of this SDK has. */
export const numbers = (lane, what, count) => Array.from({ length: count }, (_, i) => `${lane.name}, ${what}, ${i}`)

export const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

/** Whether it came true in time. */
export async function until(isSo, patienceMs, everyMs = 20) {
  const deadline = Date.now() + patienceMs
  while (!isSo()) {
    if (Date.now() > deadline) return false
    await sleep(everyMs)
  }
  return true
}

/** Closes a tab as a person does: the page is told. */
export async function closeTab(page) {
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
}

/** Lets go of what takes longer. */
export async function within(ms, work) {
  const done = work()
  // It fails when its page is closed at last.
  done.catch(() => {})
  await Promise.race([done, sleep(ms)])
}

export const arrived = (lane, numbers) => numbers.every(n => lane.arrivals.has(n))
