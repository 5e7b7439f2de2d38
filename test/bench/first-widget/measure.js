import { newVisitor, sleep } from '../events/browser.js'

/** A phone of the cheaper kind on a slow mobile network, as Lighthouse simulates it. */
export const PROFILES = {
  'slow phone': { cpu: 4, latencyMs: 150, bitsPerSecond: 1_600_000 },
  'this machine': { cpu: 1, latencyMs: 0, bitsPerSecond: 0 },
}

/** What a product fetches after its widget is shown has come by then. */
const SETTLE_MS = 3_000

/** Runs in every frame before its own scripts: notes when the text is on the screen, and what disturbs the page meanwhile. */
const observe = text => {
  const isShown = root => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot && isShown(element.shadowRoot)) return true
      if (element.childElementCount || !element.textContent.includes(text)) continue
      if (element.getBoundingClientRect().height && element.checkVisibility({ visibilityProperty: true })) return true
    }
    return false
  }
  const look = () => {
    if (!document.body || !isShown(document.body)) return requestAnimationFrame(look)
    // This frame paints it: the task after it begins when that is done.
    const channel = new MessageChannel()
    channel.port1.onmessage = () => top.postMessage({ paintedAt: performance.timeOrigin + performance.now() }, '*')
    channel.port2.postMessage('')
  }
  requestAnimationFrame(look)
  if (top !== window) return
  addEventListener('message', ({ data }) => {
    if (data?.paintedAt) window.paintedAt ??= data.paintedAt - performance.timeOrigin
  })
  window.longTasks = []
  window.layoutShift = 0
  new PerformanceObserver(list => {
    for (const { duration } of list.getEntries()) longTasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
  new PerformanceObserver(list => {
    for (const { value } of list.getEntries()) layoutShift += value
  }).observe({ type: 'layout-shift', buffered: true })
}

/**
 * One visit. Somebody who `returns` has been on the page before, without limits, and their browser has no file of it left: a new release has replaced
 * them. Everybody else's browser knows nothing yet. Times are milliseconds after the page's HTML has arrived.
 */
export async function measureVisit(browser, url, { shows, returns }, profile) {
  const context = await newVisitor(browser)
  if (returns) await visitBefore(context, url, shows)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const requests = recordRequests(session)
  await session.send('Network.enable')
  await session.send('Network.clearBrowserCache')
  await session.send('Performance.enable', { timeDomain: 'timeTicks' })
  await throttle(session, profile)
  await page.addInitScript(observe, shows)
  await page.goto(url, { waitUntil: 'commit' })
  await page
    .waitForFunction(() => 'paintedAt' in window, undefined, { polling: 100 })
    .catch(cause => {
      throw new Error(`${url} never shows "${shows}"`, { cause })
    })
  const { ScriptDuration } = await metrics(session)
  await sleep(SETTLE_MS)
  const found = await page.evaluate(() => ({
    paint: paintedAt - performance.getEntriesByType('navigation')[0].responseEnd,
    longTasks: longTasks.length,
    longest: Math.max(0, ...longTasks),
    layoutShift,
  }))
  await session.send('HeapProfiler.collectGarbage')
  const { JSHeapUsedSize } = await metrics(session)
  await context.close()
  const [document, ...others] = [...requests.values()]
  const paintedAt = document.end + found.paint
  const before = others.filter(({ end }) => end <= paintedAt)
  return {
    ...found,
    bytes: others.reduce((sum, { bytes }) => sum + bytes, 0),
    requests: before.length,
    roundTrips: longestChain(before),
    script: ScriptDuration * 1_000,
    heap: JSHeapUsedSize / 1_024,
  }
}

async function visitBefore(context, url, shows) {
  const page = await context.newPage()
  await page.goto(url)
  await page.getByText(shows).first().waitFor()
  await sleep(SETTLE_MS)
  await page.close()
}

/** Every request of the page and its frames, the document first. Times are milliseconds. */
function recordRequests(session) {
  const requests = new Map()
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
    if (!request.url.startsWith('data:'))
      requests.set(requestId, { start: timestamp * 1_000, end: Number.POSITIVE_INFINITY, bytes: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId)
    if (request) Object.assign(request, { end: timestamp * 1_000, bytes: encodedDataLength })
  })
  return requests
}

/** How many requests had to wait for each other: each round trip of the network that the content has cost. */
function longestChain(requests) {
  const depths = []
  for (const request of requests.toSorted((a, b) => a.end - b.end)) {
    const before = depths.filter(({ end }) => end <= request.start + 1).map(({ depth }) => depth)
    depths.push({ end: request.end, depth: 1 + Math.max(0, ...before) })
  }
  return Math.max(0, ...depths.map(({ depth }) => depth))
}

async function throttle(session, { cpu, latencyMs, bitsPerSecond }) {
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (!bitsPerSecond) return
  const throughput = bitsPerSecond / 8
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  })
}

async function metrics(session) {
  const { metrics } = await session.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}
