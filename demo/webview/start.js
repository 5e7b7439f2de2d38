import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { CommandError, loadModule, readArguments, root, runCommand } from '../command.js'
import { buildIfOutdated, installDependencies } from '../setup.js'

const usage = 'npm run demo:webview -- [--conformance | address]'

/** Debian's own Python, which has the bindings of GTK and WebKit. */
const PYTHON = '/usr/bin/python3'

const bindings = name =>
  ['x86_64', 'aarch64'].map(machine => `/usr/lib/${machine}-linux-gnu/girepository-1.0/${name}.typelib`)

/** The Debian packages that the app needs. A package is installed if one of its paths exists. */
const PACKAGES = {
  python3: [PYTHON],
  'python3-gi': ['/usr/lib/python3/dist-packages/gi'],
  'gir1.2-gtk-3.0': bindings('Gtk-3.0'),
  'gir1.2-webkit2-4.1': bindings('WebKit2-4.1'),
}

/** The person who is logged in to the app. */
const PERSON = { email: 'ada@example.com', number: 'app-1' }

await runCommand(async () => {
  const address = readAddress()
  checkSystem()
  installDependencies()
  await buildIfOutdated()
  await start(address)
})

/** The page that the app opens: the conformance page, any address, or by default the shop. */
function readAddress() {
  const options = { conformance: { type: 'boolean', default: false } }
  const { conformance, positionals } = readArguments({ options, allowPositionals: true }, usage)
  return positionals[0] ?? (conformance ? '/conformance.html' : '/')
}

function checkSystem() {
  const missing = Object.keys(PACKAGES).filter(name => !PACKAGES[name].some(path => existsSync(path)))
  if (missing.length)
    throw new CommandError(`The app needs these Debian packages: apt-get install -y ${missing.join(' ')}`)
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    throw new CommandError('The app opens a window, but there is no screen: set DISPLAY or WAYLAND_DISPLAY.')
}

async function start(address) {
  const { startDemo } = await loadModule('demo/main.ts')
  const demo = await startDemo()
  const appServer = await startAppServer()
  const url = new URL(address, demo.origins.shop).href
  const host = join(root, 'demo/webview/host.py')
  const account = `http://127.0.0.1:${appServer.address().port}/`
  const app = spawn(PYTHON, [host, url, '--account', account], { stdio: 'inherit' })
  console.log(`\n  App     ${url}\n\n  Nothing is saved. Close the window or press Ctrl-C to stop.\n`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.kill())
  app.once('exit', async status => {
    appServer.close()
    await demo.close()
    process.exit(status ?? 0)
  })
}

/** The server of the app. It signs a JWT for the person. */
async function startAppServer() {
  const { demo: brand } = await loadModule('demo/platform/index.ts')
  const { signCustomerJwt } = await loadModule('demo/shop/account/jwt.ts')
  const server = createServer(async (_, response) => {
    response.end(JSON.stringify({ jwt: await signCustomerJwt(PERSON, brand.jwtKey) }))
  })
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}
