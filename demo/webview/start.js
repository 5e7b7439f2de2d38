import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhatIsStale, installDependencies, root, Trouble } from '../setup.js'

const usage = 'npm run demo:webview -- [--conformance | address]'

/** Debian's own, which has the bindings of GTK and WebKit. */
const PYTHON = '/usr/bin/python3'

const bindings = name =>
  ['x86_64', 'aarch64'].map(machine => `/usr/lib/${machine}-linux-gnu/girepository-1.0/${name}.typelib`)

/** Each of Debian's packages that the app needs, with the paths by which it is known to be there. */
const PACKAGES = {
  python3: [PYTHON],
  'python3-gi': ['/usr/lib/python3/dist-packages/gi'],
  'gir1.2-gtk-3.0': bindings('Gtk-3.0'),
  'gir1.2-webkit2-4.1': bindings('WebKit2-4.1'),
}

/** The app's person, as the app's own server knows them. */
const PERSON = { email: 'ada@example.com', number: 'app-1' }

try {
  const wanted = readArguments()
  findPackages()
  installDependencies()
  buildWhatIsStale()
  await start(wanted)
} catch (error) {
  console.error(error instanceof Trouble ? error.message : error)
  process.exit(1)
}

/** What the app opens: the page that checks it, an address of anywhere, or, by default, the shop. */
function readArguments() {
  try {
    const options = { conformance: { type: 'boolean', default: false } }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return positionals[0] ?? (values.conformance ? '/conformance.html' : '/')
  } catch ({ message }) {
    throw new Trouble(`${message}\nUsage: ${usage}`)
  }
}

function findPackages() {
  const missing = Object.keys(PACKAGES).filter(name => !PACKAGES[name].some(path => existsSync(path)))
  if (missing.length)
    throw new Trouble(`The app needs Debian packages that are missing: apt-get install -y ${missing.join(' ')}`)
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    throw new Trouble('The app opens a window, and there is no screen here: DISPLAY and WAYLAND_DISPLAY are not set.')
}

async function start(wanted) {
  const [{ startDemo }, { demo: brand }, { proofOf }] = await Promise.all(
    ['main.ts', 'platform/index.ts', 'shop/account/proof.ts'].map(load),
  )
  const demo = await startDemo()
  const account = createServer(async (_, response) => {
    response.end(JSON.stringify({ jwt: await proofOf(PERSON, brand.jwtKey) }))
  })
  await new Promise(resolve => account.listen(0, '127.0.0.1', resolve))
  const accountUrl = `http://127.0.0.1:${account.address().port}/`
  const host = join(root, 'demo/webview/host.py')
  const address = new URL(wanted, demo.origins.shop).href
  const app = spawn(PYTHON, [host, address, '--account', accountUrl], { stdio: 'inherit' })
  console.log(`\n  App     ${address} in a window\n\n  Nothing is kept. Ctrl-C stops, as closing the window does.\n`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => app.kill())
  app.once('exit', async status => {
    account.close()
    await demo.close()
    process.exit(status ?? 0)
  })
}

async function load(file) {
  // Vite is there only now, and the demo is written in TypeScript, which Node 20 does not read.
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(join(root, 'demo', file), { root, configFile: false, logLevel: 'error' })
  return module
}
