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

/** Loads the runtime and the element. */
export const addScript = (page, site) =>
  page.evaluate(async src => {
    const script = Object.assign(document.createElement('script'), { src })
    document.head.append(script)
    await customElements.whenDefined('rewards-zone')
  }, `${site.program}/rewards.js`)
