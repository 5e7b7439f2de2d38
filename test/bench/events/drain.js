import { performance } from 'node:perf_hooks'
import { arrived, newVisitor, numbers, openPage, sleep, track, until, warmUp, within } from './browser.js'
import { measureInTurns } from './in-turns.js'

const EVENTS = 1_000
const ROUNDS = 3
const PATIENCE_MS = 120_000

export const drainLanes = Array.from({ length: ROUNDS }, (_, i) => `drain-${i}`)

/** Seconds from `online` to the arrival of the last of 1,000 events that wait. One round of each SDK after the other. */
export async function measureDrain(browser, sites) {
  const found = await measureInTurns(sites, drainLanes, lane => measureRound(browser, lane))
  return found.map(({ sdk, rounds, middle }) => {
    const ended = rounds.filter(({ crashed }) => !crashed)
    return {
      sdk,
      seconds: middle('seconds', ended),
      requests: middle('requests', ended),
      missing: middle('missing', ended),
      crashed: rounds.length - ended.length,
    }
  })
}

async function measureRound(browser, lane) {
  const context = await newVisitor(browser)
  const page = await openPage(context, lane)
  let crashed = false
  page.once('crash', () => (crashed = true))
  try {
    return { ...(await drain(context, page, lane)), crashed }
  } catch (error) {
    if (!crashed) throw error
    return { crashed }
  } finally {
    await context.close()
  }
}

async function drain(context, page, lane) {
  await warmUp(page, lane)
  const events = numbers(lane, 'waiting', EVENTS)
  await context.setOffline(true)
  await within(PATIENCE_MS, () => track(page, events))
  await sleep(2_000)
  const { requests } = lane
  await context.setOffline(false)
  const began = performance.now()
  await until(() => arrived(lane, events), PATIENCE_MS)
  const seconds = (performance.now() - began) / 1000
  return {
    seconds,
    requests: lane.requests - requests,
    missing: events.filter(n => !lane.arrivals.has(n)).length,
  }
}
