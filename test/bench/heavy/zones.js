import { sleep } from '../events/browser.js'
import { median } from '../events/median.js'
import { tasksOfMainThread } from '../widgets/main-thread.js'
import { openPage } from './open-page.js'

const ZONES = 50
const SLOWDOWNS = [1, 4]
const PAGES = 5
/** What the widgets report has been sent by then. */
const SETTLE_MS = 3_000

/** From the script's start until all widgets of a page are shown: some pages for each processor, each with a site and a profile of its own. */
export async function measureZones(browser, openSite) {
  const found = []
  for (const slowdown of SLOWDOWNS) {
    const pages = []
    for (let page = 0; page < PAGES; page++) {
      const site = await openSite()
      pages.push({ ...(await measureAt(browser, site, slowdown)), ...site.counts })
      site.close()
    }
    found.push({ slowdown, ...summarize(pages) })
  }
  return found
}

function summarize(pages) {
  const all = name => pages.map(page => page[name])
  return {
    pages: pages.length,
    longestMs: all('longestMs').sort((a, b) => a - b),
    allMs: median(all('allMs')),
    zones: Math.max(...all('zones')),
    mostZonesAtOnce: Math.max(...all('mostZonesAtOnce')),
    consumers: Math.max(...all('consumers')),
  }
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
  return { longestMs: Math.max(...tasks), allMs: tasks.reduce((sum, ms) => sum + ms, 0) }
}
