import { median } from '../events/median.js'
import { tasksOfMainThread } from '../widgets/main-thread.js'
import { addScript, openPage } from './open-page.js'

const ITEMS = 1_000
const SLOWDOWNS = [1, 4]
/** A frame that comes later was missed: a screen shows one each 16.7 ms. */
const LATE_MS = 25

/** Referrals are shown only to a verified consumer. The platform of the benchmark accepts every JWT. */
const JWT = 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln'

/** A long list is opened to its end, then scrolled from its end to its start. */
export async function measureList(browser, site) {
  const found = []
  for (const slowdown of SLOWDOWNS) found.push({ slowdown, ...(await measureAt(browser, site, slowdown)) })
  return found
}

async function measureAt(browser, site, slowdown) {
  const { page, session, context } = await openPage(browser, site, slowdown)
  await addScript(page, site)
  await page.evaluate(jwt => rewards.verify(jwt), JWT)
  await page.evaluate(() => {
    document.querySelector('main').innerHTML = '<rewards-zone name="referrals"></rewards-zone>'
  })
  const more = page.getByRole('button', { name: /more/i })
  await more.waitFor()
  const items = () => page.locator('rewards-zone li').count()
  const tasks = await tasksOfMainThread(session, async () => {
    while ((await items()) < ITEMS && (await more.count())) await more.click()
  })
  if ((await items()) < ITEMS) throw new Error(`The list ends after ${await items()} referrals`)
  const frames = await page.evaluate(scroll)
  await context.close()
  return {
    longestMs: Math.max(...tasks),
    frames: frames.length,
    frameMs: median(frames),
    longestFrameMs: Math.max(...frames),
    late: frames.filter(ms => ms > LATE_MS).length,
  }
}

/** Scrolls from the end of the page to its start within five seconds. Returns the milliseconds of each frame. */
function scroll() {
  const DURATION_MS = 5_000
  const { scrollHeight } = document.documentElement
  scrollTo(0, scrollHeight)
  return new Promise(resolve => {
    const frames = []
    const began = performance.now()
    let last = began
    function onFrame(now) {
      frames.push(now - last)
      last = now
      const part = (now - began) / DURATION_MS
      if (part >= 1) return resolve(frames.slice(1))
      scrollTo(0, scrollHeight * (1 - part))
      requestAnimationFrame(onFrame)
    }
    requestAnimationFrame(onFrame)
  })
}
