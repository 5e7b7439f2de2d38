import { mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { ARGUMENTS, CHROMIUM } from '../chromium.js'

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

export interface BrowserOptions {
  /** The user's own setting that no site may keep anything: storage throws and cookies vanish. */
  blocksStorage?: boolean
}

export async function launch({ blocksStorage = false }: BrowserOptions = {}): Promise<PersistentBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'rewards-faults-'))
  if (blocksStorage) await blockStorage(profile)
  const start = () =>
    chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      // Where the proxy refuses a connection there shall be no second address to try.
      args: [...ARGUMENTS, '--host-resolver-rules=MAP *.localhost 127.0.0.1'],
    })
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
