import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { newVisitor, openPage, warmUp } from './browser.js'

const compress = promisify(brotliCompress)

export const sizeLane = 'size'

/** Brotli bytes of the scripts a page has loaded by the time its first event has arrived, whatever the server sent them as. */
export const measureSize = (browser, sites) => Promise.all(sites.map(site => measureOne(browser, site)))

async function measureOne(browser, { sdk, lane }) {
  const context = await newVisitor(browser)
  const scripts = []
  context.on('response', response => {
    if (response.request().resourceType() === 'script') scripts.push(response.body())
  })
  await warmUp(await openPage(context, lane(sizeLane)), lane(sizeLane))
  const bodies = await Promise.all(scripts)
  await context.close()
  const sizes = await Promise.all(bodies.map(async body => (await compress(body)).length))
  return { sdk, files: bodies.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}
