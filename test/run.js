import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, root } from '../demo/command.js'
import { buildIfOutdated, installDependencies } from '../demo/setup.js'

const usage = `npm test                          everything
npm run test:unit                 the tests that need no browser and no build
npm test -- --only types          one check (biome, types, build, app-types, app, conformance) or one test project (node, dom, page, alone, commands, e2e, faults)
npm test -- test/demo             the tests of these files
npm run faults -- --long          every cell of the fault matrix, and its times; the tests of all play a part of it`

/** Each tells in one exit status whether all is well, and so counts as one. */
const CHECKS = {
  biome: ['npx', ['biome', 'ci', '.', '--error-on-warnings']],
  types: ['npx', ['tsc', '-p', '.']],
  build: ['npm', ['run', '--silent', 'build']],
  // The demo's app stands on the built package, as an app of a customer would.
  'app-types': ['npx', ['tsc', '-p', 'demo/react']],
  app: ['npx', ['vite', 'build', 'demo/react', '--logLevel', 'warn']],
  conformance: ['npx', ['vite', 'build', 'demo/webview/conformance', '--logLevel', 'warn']],
}

/** In the folder of the machine's architecture. */
const WEBKIT_BINDINGS = ['x86_64', 'aarch64'].map(
  machine => `/usr/lib/${machine}-linux-gnu/girepository-1.0/WebKit2-4.1.typelib`,
)

/** Each of Debian's packages that the tests in browsers need, with the programs, or the paths, by which it is known to be there. */
const BROWSERS = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  // Most tests take it: the engine of Chromium without the rest of the browser.
  'chromium-headless-shell': ['chromium-headless-shell'],
  'firefox-esr': ['firefox-esr'],
  'webkit2gtk-driver': ['WebKitWebDriver'],
  xvfb: ['Xvfb'],
  // A native app's webview: Debian's own Python, with the bindings of GTK and WebKit.
  'python3-gi': ['/usr/lib/python3/dist-packages/gi'],
  'gir1.2-webkit2-4.1': WEBKIT_BINDINGS,
}

/** The test projects that run in them. */
const IN_BROWSERS = ['e2e', 'faults']

/** The test projects that need neither a browser nor the build. */
const UNIT = ['node', 'dom', 'page', 'alone']

/** All others. */
const REST = ['commands', 'e2e', 'faults']

const select = projects => projects.flatMap(name => ['--project', name])

try {
  const { only, paths, long } = readArguments()
  installDependencies()
  if (long) process.env.FAULTS = 'long'
  finish(only || paths.length ? await runOne(only, paths) : await runAll())
} catch (error) {
  console.error(error instanceof CommandError ? error.message : error)
  finish([{ passed: 0, failed: 1 }])
}

function readArguments() {
  try {
    const options = { only: { type: 'string' }, long: { type: 'boolean' } }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return { only: values.only ?? '', long: values.long, paths: positionals }
  } catch ({ message }) {
    throw new CommandError(`${message}\n${usage}`)
  }
}

async function runOne(only, paths) {
  if (only in CHECKS) return [await check(only)]
  if (only === 'unit') return [await test(...select(UNIT), ...paths)]
  if (!only || IN_BROWSERS.includes(only)) await installBrowsers()
  // The tests run what is built, and here the build is not one of the checks.
  buildIfOutdated()
  return [await test(...(only ? select([only]) : []), ...paths)]
}

/** Browsers take one core a minute to install: checks and tests that need none run beside it. */
async function runAll() {
  const isComplete = !installCommand()
  let failure
  const browsers = installBrowsers().catch(error => {
    failure = error
  })
  if (isComplete) return [...(await checkAll()), await test()]
  const results = [...(await checkAll()), await test(...select(UNIT))]
  await browsers
  if (failure) throw failure
  return [...results, await test(...select(REST))]
}

/** Those beside each other that do not need each other: the app and the page for native apps stand on the build. */
async function checkAll() {
  const first = await Promise.all(['build', 'types', 'biome'].map(check))
  return [...first, ...(await Promise.all(['app-types', 'app', 'conformance'].map(check)))]
}

/** Prints what the check says when it has ended, so that two checks never mix. */
async function check(name) {
  const [command, args] = CHECKS[name]
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text
    })
  const ok = await new Promise(resolve => {
    child.once('error', () => resolve(false))
    child.once('close', status => resolve(status === 0))
  })
  console.log(`\n── ${name}${ok ? '' : ' failed'}\n${output.trimEnd()}`)
  return { passed: Number(ok), failed: Number(!ok) }
}

async function test(...filter) {
  console.log('\n── tests')
  const folder = mkdtempSync(join(tmpdir(), 'rewards-test-'))
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const status = await run('npx', ['vitest', 'run', ...reporters, ...filter])
  const result = count(report, status)
  rmSync(folder, { recursive: true })
  return result
}

/** A file that failed though none of its tests did, in its imports or its set-up say, is a failure too. So is an error outside every test. */
function count(report, status) {
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const isFailed = ({ status }) => status === 'failed'
  const broken = testResults.filter(file => isFailed(file) && !file.assertionResults.some(isFailed)).length
  const failed = numFailedTests + broken
  return { passed, failed: failed || Number(status !== 0) }
}

/** Installs the browsers that are missing. */
async function installBrowsers() {
  const command = installCommand()
  if (command && ((await run('sh', ['-c', command])) !== 0 || findMissingBrowsers().length)) throw needs(command)
  process.env.CHROMIUM_PATH ||= findProgram('chromium')
}

/** Installs the missing browsers from Debian's packages. Empty when none is missing; throws when this process may not install any. */
function installCommand() {
  const missing = findMissingBrowsers()
  if (!missing.length) return ''
  const command = `apt-get -qq update && apt-get -qq install -y --no-install-recommends ${missing.join(' ')}`
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!mayInstall) throw needs(command)
  return command
}

function needs(command) {
  return new CommandError(`The tests need these Debian packages: ${command}`)
}

function findMissingBrowsers() {
  const { CHROMIUM_PATH, HEADLESS_SHELL_PATH, FIREFOX_PATH } = process.env
  for (const [name, path] of Object.entries({ CHROMIUM_PATH, HEADLESS_SHELL_PATH, FIREFOX_PATH }))
    if (path && !existsSync(path)) throw new CommandError(`There is no ${path}, which ${name} names.`)
  const named = { chromium: CHROMIUM_PATH, 'chromium-headless-shell': HEADLESS_SHELL_PATH, 'firefox-esr': FIREFOX_PATH }
  return Object.keys(BROWSERS).filter(name => !named[name] && !findProgram(name))
}

function findProgram(browser) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = name => (name.startsWith('/') ? [name] : folders.map(folder => join(folder, name)))
  return BROWSERS[browser].flatMap(paths).find(existsSync)
}

/** Resolves with the exit status. */
function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
  return new Promise(resolve => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
}

/** The closing line, alone and last. Nothing passed is nothing shown. */
function finish(results) {
  const total = key => results.reduce((sum, result) => sum + result[key], 0)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  process.exitCode = total('failed') || !total('passed') ? 1 : 0
}
