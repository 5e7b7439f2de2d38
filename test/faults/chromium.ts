import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { ARGUMENTS, CHROMIUM, sharedChromium } from '../chromium.js'
import { SOON } from '../soon.js'

/** A browser with a profile that outlives it. */
export interface PersistentBrowser {
  readonly context: BrowserContext
  /** Ends it at once, with all its processes, as a power cut would. Resolves when it is gone. */
  kill(): Promise<void>
  /** Ends it in good order where it still runs, and starts it again on the same profile. */
  restart(): Promise<void>
  /** Ends it in good order, and throws its profile away. */
  close(): Promise<void>
}

/** One browser for all situations in which no browser ends. Each has sites of its own. */
export async function shareBrowser(): Promise<PersistentBrowser> {
  const context = await (await sharedChromium()).newContext()
  context.setDefaultTimeout(SOON.timeout)
  const refuse = () => Promise.reject(new Error('Others use this browser'))
  return { context, kill: refuse, restart: refuse, close: () => context.close() }
}

export interface BrowserOptions {
  /** The user's own setting that no site may keep anything: storage throws and cookies vanish. */
  blocksStorage?: boolean
}

export async function launch({ blocksStorage = false }: BrowserOptions = {}): Promise<PersistentBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'rewards-faults-'))
  if (blocksStorage) await blockStorage(profile)
  const start = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      args: ARGUMENTS,
    })
    context.setDefaultTimeout(SOON.timeout)
    return context
  }
  let context = await start()

  return {
    get context() {
      return context
    },
    async kill() {
      const gone = new Promise(resolve => context.once('close', resolve))
      // Its process leads a group of its own.
      process.kill(-(await processOf(profile)), 'SIGKILL')
      await gone
    },
    async restart() {
      await context.close()
      context = await start()
    },
    async close() {
      await context.close()
      // Some of its processes write on for a moment.
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    },
  }
}

/** The id of the process that uses a profile: its lock says so, as `<host>-<id>`. */
async function processOf(profile: string): Promise<number> {
  const lock = await readlink(join(profile, 'SingletonLock'))
  return Number(lock.slice(lock.lastIndexOf('-') + 1))
}

async function blockStorage(profile: string) {
  const BLOCK = 2
  const preferences = { profile: { default_content_setting_values: { cookies: BLOCK } } }
  await mkdir(join(profile, 'Default'))
  await writeFile(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
}
