// WebKit for the tests that run in all browsers, driven by WebDriver (web-driver.ts).

import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { afterEach, vi } from 'vitest'
import { SOON } from '../soon.js'
import { sharedDisplay, XVFB } from './display.js'
import { spawnHelper } from './spawn-helper.js'
import type { SeenCookie, Tab } from './tab.js'
import { newSession, type WebDriverSession } from './web-driver.js'

const DRIVER = '/usr/bin/WebKitWebDriver'
/** Beside its library, whose folder is named after the machine's architecture. */
const MINI_BROWSER = readdirSync('/usr/lib')
  .map(folder => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`)
  .find(existsSync)

let driver: Promise<string> | undefined

/** The address of one driver for all test files of a worker. It ends with the worker's process. */
function sharedDriver(): Promise<string> {
  driver ??= startDriver()
  return driver
}

async function startDriver(): Promise<string> {
  for (const program of [DRIVER, XVFB])
    if (!existsSync(program))
      throw new Error(`There is no ${program}: apt-get install -y --no-install-recommends webkit2gtk-driver xvfb`)
  const { environment } = await sharedDisplay()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  spawnHelper(DRIVER, [`--port=${port}`], { env: environment, stdio: 'ignore' })
  await vi.waitFor(() => fetch(`${address}/status`), SOON)
  return address
}

/** Opens tabs in WebKit. Each tab is a browser of its own, which is closed at the end of its test. */
export function useWebKit(): () => Promise<Tab> {
  let sessions: WebDriverSession[] = []

  afterEach(async () => {
    await Promise.all(sessions.map(session => session.command('DELETE', '')))
    sessions = []
  })

  return async () => {
    const session = await newSession(await sharedDriver(), {
      browserName: 'MiniBrowser',
      acceptInsecureCerts: true,
      timeouts: { script: SOON.timeout },
      // It takes hosts under `localhost` for sites of their own, and would keep no cookie between them.
      'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation', '--cookies-policy=always'] },
    })
    sessions.push(session)
    return {
      open: url => session.command('POST', '/url', { url }),
      reload: () => session.command('POST', '/refresh'),
      async evaluate(expression) {
        const script = `const done = arguments[arguments.length - 1]
          Promise.resolve(${expression}).then(value => done([value]), error => done([null, String(error)]))`
        const [value, error] = await session.command<[unknown, string?]>('POST', '/execute/async', { script, args: [] })
        if (error) throw new Error(error)
        return value
      },
      click: (x, y) => {
        const press = [
          { type: 'pointerMove', x, y },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ]
        return session.command('POST', '/actions', { actions: [{ type: 'pointer', id: 'mouse', actions: press }] })
      },
      async cookies() {
        const found = await session.command<SeenCookie[]>('GET', '/cookie')
        return found.map(cookie => ({ ...cookie, sameSite: cookie.sameSite.toLowerCase() }))
      },
    }
  }
}

/** One that nobody has at this moment. */
const freePort = () =>
  new Promise<number>(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
