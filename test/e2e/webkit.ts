// WebKit for the tests that run in all browsers, driven by WebDriver (web-driver.ts).

import { existsSync, readdirSync } from 'node:fs'
import { afterEach, onTestFailed, vi } from 'vitest'
import { SOON } from '../soon.js'
import { sharedDisplay, XVFB } from './display.js'
import { type Helper, spawnHelper } from './spawn-helper.js'
import type { SeenCookie, Tab } from './tab.js'
import { newSession, type WebDriverSession } from './web-driver.js'

const DRIVER = '/usr/bin/WebKitWebDriver'
/** Beside its library, whose folder is named after the machine's architecture. */
const MINI_BROWSER = readdirSync('/usr/lib')
  .map(folder => `/usr/lib/${folder}/webkit2gtk-4.1/MiniBrowser`)
  .find(existsSync)

/** Differs between workers. The kernel gives no such port to a server that asks for any port, or to a client. */
const PORT = 20_000 + (process.pid % 10_000)

interface Driver {
  address: string
  helper: Helper
}

let driver: Promise<Driver> | undefined

/** One driver for all test files of a worker. It ends with the worker's process. */
function sharedDriver(): Promise<Driver> {
  driver ??= startDriver()
  return driver
}

async function startDriver(): Promise<Driver> {
  for (const program of [DRIVER, XVFB])
    if (!existsSync(program))
      throw new Error(`There is no ${program}: apt-get install -y --no-install-recommends webkit2gtk-driver xvfb`)
  const { environment } = await sharedDisplay()
  const address = `http://127.0.0.1:${PORT}`
  const helper = spawnHelper(DRIVER, [`--port=${PORT}`], { env: environment })
  await helper.untilReady(vi.waitFor(() => fetch(`${address}/status`), SOON))
  return { address, helper }
}

/** Opens tabs in WebKit. Each tab is a browser of its own, which is closed at the end of its test. */
export function useWebKit(): () => Promise<Tab> {
  let sessions: WebDriverSession[] = []

  afterEach(async () => {
    const open = sessions
    sessions = []
    await Promise.all(open.map(session => session.close()))
  })

  return async () => {
    const { address, helper } = await sharedDriver()
    onTestFailed(() => console.error(`WebKit printed, in this test or before:\n${helper.printed()}`))
    const session = await newSession(address, {
      browserName: 'MiniBrowser',
      acceptInsecureCerts: true,
      // It takes hosts under `localhost` for sites of their own, and would keep no cookie between them.
      'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation', '--cookies-policy=always'] },
    })
    sessions.push(session)
    async function evaluate(expression: string) {
      const script = `Promise.resolve(${expression})
        .then(value => arguments[0]([value]), error => arguments[0]([null, String(error)]))`
      const [value, error] = await session.command<[unknown, string?]>('POST', '/execute/async', { script, args: [] })
      if (error) throw new Error(error)
      return value
    }
    /** The driver does not report a page that cannot be loaded. The browser then shows the error on a page without an address. */
    async function load(path: string, body: object) {
      await session.command('POST', path, body)
      if ((await evaluate('location.href')) === 'about:blank')
        throw new Error(`WebKit: ${await evaluate('document.body.innerText')}`)
    }
    return {
      open: url => load('/url', { url }),
      reload: () => load('/refresh', {}),
      evaluate,
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
