import { arrived, newVisitor, numbers, openPage, track, until, warmUp } from './browser.js'

const EVENTS = 10_000

/** Tracked at once, before their arrival is waited for. */
const BATCH = 250

const PATIENCE_MS = 120_000

export const heapLane = 'heap'

/**
 * Bytes that the page's heap holds more after 10,000 events have been delivered, or as many as were when a batch did not arrive.
 * Time is not measured: all run at once.
 */
export const measureHeap = (browser, sites) => Promise.all(sites.map(site => measureOne(browser, site)))

async function measureOne(browser, { sdk, lane }) {
  const own = lane(heapLane)
  const context = await newVisitor(browser)
  const page = await openPage(context, own)
  await warmUp(page, own, BATCH)
  const session = await context.newCDPSession(page)
  const before = await heapOf(session)
  let delivered = 0
  while (delivered < EVENTS) {
    const events = numbers(own, `from ${delivered}`, BATCH)
    await track(page, events)
    if (!(await until(() => arrived(own, events), PATIENCE_MS))) break
    delivered += BATCH
  }
  const after = await heapOf(session)
  await context.close()
  return { sdk, before, after, delivered }
}

/** What is reachable, in bytes. */
async function heapOf(session) {
  for (let i = 0; i < 3; i++) await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}
