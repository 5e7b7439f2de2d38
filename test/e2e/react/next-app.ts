// The demo's Next.js app: installed, built and started as a customer does it.

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { sharedChromium } from '../../chromium.js'
import { requireBuild } from '../../require-build.js'
import { type DemoInBrowser, useDemo } from '../demo.js'

const FOLDER = resolve('demo/next')
const NEXT = join(FOLDER, 'node_modules/next/dist/bin/next')
const QUIET = { NEXT_TELEMETRY_DISABLED: '1' }
/** The installation may download 100 MB. */
const BUILD_TIMEOUT_MS = 600_000

export interface NextApp {
  visit: DemoInBrowser
  /** The origin of the app, which the program allows. */
  readonly origin: string
}

/** Builds and starts the app for the tests of a file. */
export function useNextApp(): NextApp {
  const allowedOrigins: string[] = []
  let port: number
  let built: Promise<unknown>
  let app: ChildProcess | undefined

  beforeAll(async () => {
    requireBuild()
    port = await findFreePort()
    allowedOrigins.push(`http://localhost:${port}`)
    built = install().then(build)
    // The demo and the browser start meanwhile. The last hook reports a failure.
    built.catch(() => {})
    await sharedChromium()
  })

  const visit = useDemo({ allowedOrigins })

  beforeAll(async () => {
    await built
    const env = { ...process.env, ...QUIET, NODE_ENV: 'production', PROGRAM_DOMAIN: visit.demo.origins.program }
    app = spawn(process.execPath, [NEXT, 'start', '--port', `${port}`], { cwd: FOLDER, env })
    await untilReady(app)
  }, BUILD_TIMEOUT_MS)

  afterAll(async () => {
    if (!app || app.exitCode !== null) return
    app.kill()
    await once(app, 'exit')
  })

  return {
    visit,
    get origin() {
      return allowedOrigins[0]!
    },
  }
}

/** Installs the packages of the app if they have changed, and otherwise only the SDK, which is installed as a copy. */
async function install() {
  const sdk = join(FOLDER, 'node_modules/rewards-web-sdk')
  if (!isInstalled()) return npm('ci', '--prefer-offline', '--no-audit', '--no-fund')
  rmSync(join(sdk, 'dist'), { recursive: true })
  for (const path of ['package.json', 'dist']) cpSync(path, join(sdk, path), { recursive: true })
}

/** npm writes the list of the installed packages last. */
function isInstalled() {
  const changedAt = (name: string) => statSync(join(FOLDER, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return changedAt('node_modules/.package-lock.json') > changedAt('package-lock.json')
}

const run = promisify(execFile)

/** Vitest sets `NODE_ENV` to `test`, which Next.js would build. */
const environment = { cwd: FOLDER, env: { ...process.env, ...QUIET, NODE_ENV: '' } }

const npm = (...args: string[]) => run('npm', args, environment)

/** As `npm run build` does, without the time that npm takes to start. */
const build = () => run(process.execPath, [NEXT, 'build'], environment)

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves when the app accepts requests. Rejects with its output if it ends before. */
function untilReady(app: ChildProcess): Promise<void> {
  let output = ''
  return new Promise((resolve, reject) => {
    for (const stream of [app.stdout, app.stderr])
      stream?.on('data', data => {
        output += data
        if (output.includes('Ready in')) resolve()
      })
    app.once('exit', () => reject(new Error(output)))
  })
}
