import { sleep } from '../events/browser.js'
import { tasksOfMainThread } from '../widgets/main-thread.js'
import { openPage } from './open-page.js'

const ZONES = 50
const SLOWDOWNS = [1, 4]
/** What the widgets report has been sent by then. */
const SETTLE_MS = 3_000

/** From the script's start until all widgets of a page are shown, on a site of its own for each processor. */
export async function measureZones(browser, openSite) {
  const found = []
  for (const slowdown of SLOWDOWNS) {
    const site = await openSite()
    found.push({ slowdown, ...(await measureAt(browser, site, slowdown)) })
    site.close()
  }
  return found
}

async function measureAt(browser, site, slowdown) {
  const { page, session, context } = await openPage(browser, site, slowdown)
  const tasks = await tasksOfMainThread(session, async () => {
    await page.evaluate(
      ([src, count]) => {
        const zones = Array.from({ length: count }, (_, index) =>
          Object.assign(document.createElement('rewards-zone'), { id: `zone-${index}` }),
        )
        for (const zone of zones) zone.setAttribute('name', zone.id)
        document.querySelector('main').append(...zones)
        document.head.append(Object.assign(document.createElement('script'), { src }))
      },
      [`${site.program}/rewards.js`, ZONES],
    )
    await page.waitForFunction(
      count =>
        document.querySelectorAll('rewards-zone').length === count &&
        [...document.querySelectorAll('rewards-zone')].every(zone => zone.shadowRoot?.querySelector('h2')),
      ZONES,
      { polling: 500 },
    )
    await sleep(SETTLE_MS)
  })
  await context.close()
  return { longestMs: Math.max(...tasks), allMs: tasks.reduce((sum, ms) => sum + ms, 0), counts: site.counts }
}
