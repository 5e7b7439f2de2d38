import { newVisitor } from '../events/browser.js'

/** Opens the site's empty page as a new visitor. `slowdown` slows the processor down so many times. */
export async function openPage(browser, site, slowdown = 1) {
  const context = await newVisitor(browser)
  const page = await context.newPage()
  await page.goto(site.page)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, session, context }
}

/** Loads the runtime. It loads the element as soon as the page has a zone. */
export const addScript = (page, site) => page.addScriptTag({ url: `${site.program}/rewards.js` })
