import { newVisitor, numbers, openPage, sleep, track, warmUp, within } from './browser.js'
import { median } from './median.js'

/** How many events wait when the measured calls begin. */
export const LEVELS = [1, 100, 900]

/** As many calls for each level, one a task, so that the level stays what it is. */
const CALLS = 10

/** After so many calls the engine has compiled what it will compile. */
const WARM_UP = 200

/** What the first failures cause has happened by then. */
const SETTLE_MS = 1_500

/** A page may be so busy with what waits that it answers nobody: then there is no figure for the level. */
const PATIENCE_MS = 60_000

const ROUNDS = 3

export const trackLanes = Array.from({ length: ROUNDS }, (_, i) => `track-${i}`)

/** Milliseconds of the main thread for one `track` call, by level. One round of each SDK after the other, so that what the machine does meanwhile befalls all. */
export async function measureTrack(browser, sites) {
  const samples = sites.flatMap(({ sdk }) => LEVELS.map(level => ({ sdk, level, calls: [], loads: [] })))
  for (const name of trackLanes)
    for (const site of sites) {
      const found = await measureRound(browser, site.lane(name))
      for (const { level, call, load } of found) {
        const sample = samples.find(of => of.sdk === site.sdk && of.level === level)
        sample.calls.push(...call)
        sample.loads.push(load)
      }
    }
  return samples.map(({ sdk, level, calls, loads }) => ({ sdk, level, callMs: median(calls), loadMs: median(loads) }))
}

async function measureRound(browser, lane) {
  const context = await newVisitor(browser)
  const page = await openPage(context, lane)
  await warmUp(page, lane, WARM_UP)
  lane.fault = 'away'
  const session = await context.newCDPSession(page)
  // Of the processor, not of the clock: other processes do not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const found = []
  let waiting = 0
  for (const level of LEVELS) {
    await within(PATIENCE_MS, async () => {
      await track(page, numbers(lane, `up to ${level}`, level - waiting))
      found.push({ level, ...(await measureLevel(page, session, numbers(lane, `measured at ${level}`, CALLS))) })
    })
    waiting = level + CALLS
  }
  await context.close()
  return found
}

async function measureLevel(page, session, calls) {
  await sleep(SETTLE_MS)
  const idle = await busy(session, () => sleep(1_000))
  let call
  const load = await busy(session, async () => {
    ;[call] = await Promise.all([page.evaluate(measureCalls, calls), sleep(1_000)])
  })
  return { call, load: (load - idle) / CALLS }
}

/** Milliseconds the main thread works while this goes on. */
async function busy(session, meanwhile) {
  const before = await read(session)
  await meanwhile()
  return (await read(session)) - before
}

async function read(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value
}

/** In the page, and so alone: until the call has returned and its promises have run, which is when the page may go on. */
async function measureCalls(numbers) {
  const { port1, port2 } = new MessageChannel()
  const nextTask = () =>
    new Promise(resolve => {
      port1.onmessage = resolve
      port2.postMessage(0)
    })
  const times = []
  for (const n of numbers) {
    await new Promise(resolve => setTimeout(resolve, 20))
    const began = performance.now()
    window.trackAll([n])
    await nextTask()
    times.push(performance.now() - began)
  }
  return times
}
