import { performance } from 'node:perf_hooks'
import { arrived, newVisitor, numbers, openPage, sleep, track, until, warmUp, within } from './browser.js'
import { measureInTurns } from './in-turns.js'

/** As many as our own default pace lets pass at once. */
const EVENTS = 20
const LATENCY_MS = 150
const OFFLINE_MS = 5_000
const ROUNDS = 3
const PATIENCE_MS = 120_000

export const outageLanes = Array.from({ length: ROUNDS }, (_, i) => `outage-${i}`)

/** Seconds from `online` to the arrival of the last of 20 events that wait. One round of each SDK after the other. */
export async function measureOutage(browser, sites) {
  const found = await measureInTurns(sites, outageLanes, lane => measureRound(browser, lane))
  return found.map(({ sdk, middle }) => ({ sdk, seconds: middle('seconds'), missing: middle('missing') }))
}

async function measureRound(browser, lane) {
  const context = await newVisitor(browser)
  try {
    const page = await openPage(context, lane)
    await warmUp(page, lane)
    const network = await context.newCDPSession(page)
    const setOffline = offline =>
      network.send('Network.emulateNetworkConditions', {
        offline,
        latency: LATENCY_MS,
        downloadThroughput: -1,
        uploadThroughput: -1,
      })
    const events = numbers(lane, 'waiting', EVENTS)
    await network.send('Network.enable')
    await setOffline(true)
    await within(PATIENCE_MS, () => track(page, events))
    await sleep(OFFLINE_MS)
    await setOffline(false)
    const began = performance.now()
    await until(() => arrived(lane, events), PATIENCE_MS)
    return {
      seconds: (performance.now() - began) / 1000,
      missing: events.filter(n => !lane.arrivals.has(n)).length,
    }
  } finally {
    await context.close()
  }
}
