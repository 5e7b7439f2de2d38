import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { ARGUMENTS, CHROMIUM } from './chromium.js'
import { SOON } from './soon.js'

/** A browser with a profile that outlives it. */
export interface PersistentBrowser {
  readonly context: BrowserContext
  /** Ends it at once, with all its processes, as a power cut would. Resolves when it is gone. */
  kill(): Promise<void>
  /** Ends it in good order if it still runs, and starts it again with the same profile. */
  restart(): Promise<void>
  /** Ends it in good order, and deletes its profile. */
  close(): Promise<void>
}

/** Starts the whole Chromium with a profile of its own. `settings` are the user's, as in `profile` of Chromium's file `Preferences`. */
export async function launchPersistent(settings?: Record<string, unknown>): Promise<PersistentBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'rewards-profile-'))
  if (settings) {
    await mkdir(join(profile, 'Default'))
    await writeFile(join(profile, 'Default/Preferences'), JSON.stringify({ profile: settings }))
  }
  const start = async () => {
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      args: ARGUMENTS,
      ignoreHTTPSErrors: true,
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
