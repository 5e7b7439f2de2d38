import { addScript, openPage } from './open-page.js'

const MOUNTS = 10_000
/** The heap is read after each of these. The first is a warm-up: code is compiled, and caches are filled. */
const STEPS = [1_000, 4_000, 7_000, MOUNTS]
const AT_ONCE = 20

/** The heap of a page, garbage collected, after so many widgets were mounted, shown and removed. */
export async function measureMounts(browser, site) {
  const { page, session, context } = await openPage(browser, site)
  await addScript(page, site)
  await session.send('Performance.enable')
  const found = []
  let done = 0
  for (const mounts of STEPS) {
    await page.evaluate(mountAndRemove, { first: done, end: mounts, atOnce: AT_ONCE })
    done = mounts
    await session.send('HeapProfiler.collectGarbage')
    const { metrics } = await session.send('Performance.getMetrics')
    found.push({ mounts, heap: metrics.find(({ name }) => name === 'JSHeapUsedSize').value })
  }
  await context.close()
  return found
}

async function mountAndRemove({ first, end, atOnce }) {
  const main = document.querySelector('main')
  async function mount(index) {
    const zone = document.createElement('rewards-zone')
    zone.setAttribute('name', `zone-${index}`)
    const shown = new Promise((resolve, reject) => {
      zone.addEventListener('load', resolve, { once: true })
      zone.addEventListener('error', () => reject(new Error(`zone-${index} failed`)), { once: true })
    })
    main.append(zone)
    await shown
    zone.remove()
  }
  for (let index = first; index < end; index += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, end - index) }, (_, offset) => mount(index + offset)))
}
