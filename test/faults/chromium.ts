// The browsers of the situations: one for all, or one of its own where a situation ends its browser or blocks its storage.

import { sharedChromium } from '../chromium.js'
import { launchPersistent, type PersistentBrowser } from '../persistent-chromium.js'
import { SOON } from '../soon.js'

/** One browser for all situations in which no browser ends. Each has sites of its own. */
export async function shareBrowser(): Promise<PersistentBrowser> {
  const context = await (await sharedChromium()).newContext()
  context.setDefaultTimeout(SOON.timeout)
  const refuse = () => Promise.reject(new Error('Others use this browser'))
  return { context, kill: refuse, restart: refuse, close: () => context.close() }
}

interface BrowserOptions {
  /** The user's own setting that no site may keep anything: storage throws and cookies vanish. */
  blocksStorage?: boolean
}

export function launch({ blocksStorage = false }: BrowserOptions = {}): Promise<PersistentBrowser> {
  const BLOCK = 2
  return launchPersistent(blocksStorage ? { default_content_setting_values: { cookies: BLOCK } } : undefined)
}
