import { arrived, closeTab, newVisitor, numbers, openPage, sleep, track, until, warmUp } from './browser.js'

const EVENTS = 20

/** How long an SDK has to deliver once the fault is over, and again after the visitor has come back. */
const PATIENCE_MS = 30_000

/** As long as it is quiet, whatever would come twice has come: the longest of the SDKs' own timers runs 13 s. */
const QUIET_MS = 15_000

/**
 * What happens to somebody who tracks. Every cell ends with the fault over; then the visitor leaves, and comes back.
 *
 * @type {Record<string, (visit: { page: Page, context: BrowserContext, lane: Lane, events: string[] }) => Promise<void>>}
 */
const CELLS = {
  'server away for 10 s': visit => during('away', 10_000, visit),
  'answers lost for 5 s': visit => during('answer lost', 5_000, visit),
  '429 for 5 s': visit => during(429, 5_000, visit),
  '500 for 5 s': visit => during(500, 5_000, visit),

  async 'tab closed, answer under way'(visit) {
    await inFlight(visit)
    await closeTab(visit.page)
  },

  async 'renderer crashed, answer under way'(visit) {
    await inFlight(visit)
    await crash(visit)
  },

  async 'renderer crashed right away'(visit) {
    visit.lane.fault = 'held'
    await track(visit.page, visit.events)
    await crash(visit)
  },

  async 'offline, tab closed'({ page, context, lane, events }) {
    await context.setOffline(true)
    // The browser's pretence does not hold for what a page sends while it is being closed.
    lane.fault = 'away'
    await track(page, events)
    await sleep(2_000)
    await closeTab(page)
    await context.setOffline(false)
  },

  async 'away, one of two tabs closed'({ page, context, lane, events }) {
    const other = await openPage(context, lane)
    await warmUp(other, lane)
    lane.fault = 'away'
    await track(page, events.slice(0, EVENTS / 2))
    await track(other, events.slice(EVENTS / 2))
    await sleep(4_000)
    await closeTab(page)
    await sleep(6_000)
    expectMet(lane)
  },
}

/** A storage of its own for each. */
export const faultLanes = Object.keys(CELLS).map((_, i) => `fault-${i}`)

/** Runs every cell with every SDK. They wait more than they work, so several run at once. */
export async function measureFaults(browser, sites, atOnce = 2) {
  const cells = Object.keys(CELLS)
  const rows = []
  for (let i = 0; i < cells.length; i += atOnce) {
    const some = cells.slice(i, i + atOnce)
    rows.push(...(await Promise.all(some.flatMap(cell => sites.map(site => runCell(browser, site, cell))))))
  }
  return rows
}

async function runCell(browser, site, cell) {
  const lane = site.lane(faultLanes[Object.keys(CELLS).indexOf(cell)])
  const events = numbers(lane, 'fault', EVENTS)
  const context = await newVisitor(browser)
  const page = await openPage(context, lane)
  await warmUp(page, lane)
  const before = lane.requests
  await CELLS[cell]({ page, context, lane, events })
  lane.fault = undefined
  const wellAt = Date.now()
  // Whoever is still there may deliver, before the visitor goes.
  const isAnyoneThere = context.pages().length > 0
  const recovered = isAnyoneThere && (await until(() => arrived(lane, events), PATIENCE_MS))
  const recoveryMs = recovered ? Date.now() - wellAt : undefined
  await Promise.all(context.pages().map(closeTab))

  await openPage(context, lane)
  lane.quietSince = Date.now()
  await until(() => arrived(lane, events), PATIENCE_MS)
  await until(() => Date.now() - lane.quietSince > QUIET_MS, 2 * PATIENCE_MS)
  await context.close()
  return { sdk: site.sdk, cell, recoveryMs, ...judge(lane, events), requests: lane.requests - before }
}

/** What came of these events, at the collector. */
function judge(lane, events) {
  const arrivals = events.map(n => lane.arrivals.get(n) ?? [])
  return {
    tracked: events.length,
    lost: arrivals.filter(ids => !ids.length).length,
    /** Arrivals of an event beyond its first. */
    doubled: arrivals.reduce((sum, ids) => sum + Math.max(0, ids.length - 1), 0),
    /** Of these, the ones that no platform can know again: they came under another message id. */
    renamed: arrivals.reduce((sum, ids) => sum + Math.max(0, new Set(ids).size - 1), 0),
  }
}

/** Tracks one event every 100 ms while the fault lasts. */
async function during(fault, ms, { page, lane, events }) {
  lane.fault = fault
  const over = sleep(ms)
  for (const n of events) {
    await track(page, [n])
    await sleep(100)
  }
  await over
  expectMet(lane)
}

/** Tracks all at once, and waits until the first of them has reached the collector, which does not answer. */
async function inFlight({ page, lane, events }) {
  lane.fault = 'held'
  await track(page, events)
  await until(() => lane.faults > 0, 10_000)
  expectMet(lane)
}

/** A fault that befell nothing measured nothing. */
function expectMet({ faults, url }) {
  if (!faults) throw new Error(`No request met the fault at ${url}`)
}

async function crash({ page, context }) {
  const crashed = page.waitForEvent('crash')
  const session = await context.newCDPSession(page)
  session.send('Page.crash').catch(() => {})
  await crashed
  await page.close()
}
