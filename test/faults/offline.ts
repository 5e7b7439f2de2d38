import type { BrowserContext, Page } from 'playwright-core'

/** Takes one tab off the network, and tells it so. Resolves with the way back. */
export async function goOffline(context: BrowserContext, page: Page): Promise<() => Promise<unknown>> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  const beOffline = (offline: boolean) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    })
  await beOffline(true)
  return () => beOffline(false)
}
