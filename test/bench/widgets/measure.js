import { newVisitor, sleep } from '../events/browser.js'
import { median } from '../events/median.js'
import { ACTIONS } from './actions.js'
import { tasksOfMainThread } from './main-thread.js'

export const ROUNDS = 3

/** What an action causes has been done by then: what it fetches comes from this machine. */
const SETTLE_MS = 1_000

/** Medians over the rounds, each of a visitor who does everything for the first time. */
export async function measureActions(browser, demo, slowdown) {
  const rounds = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await measureRound(browser, demo, slowdown))
  return ACTIONS.map(({ name }, i) => ({
    name,
    longestMs: median(rounds.map(found => found[i].longestMs)),
    allMs: median(rounds.map(found => found[i].allMs)),
  }))
}

async function measureRound(browser, demo, slowdown) {
  const context = await newVisitor(browser)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  // A page of the shop, under its policy, that has no zone of its own.
  await page.goto(`${demo.origins.shop}/checkout`)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const found = []
  for (const action of ACTIONS) found.push(await measureAction(page, session, action))
  await context.close()
  return found
}

async function measureAction(page, session, { ready, shows }) {
  const act = await ready(page)
  await sleep(SETTLE_MS)
  const tasks = await tasksOfMainThread(session, async () => {
    await act()
    await sleep(SETTLE_MS)
  })
  await shows(page).waitFor()
  return { longestMs: Math.max(0, ...tasks), allMs: tasks.reduce((sum, ms) => sum + ms, 0) }
}
