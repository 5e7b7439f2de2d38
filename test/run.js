import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { CommandError, root } from '../demo/command.js'
import { buildIfOutdated, installDependencies, installDocs } from '../demo/setup.js'

const usage = `npm test                          the checks and the daily tests
npm run test:release              the tests that take long or concern what changes rarely
npm run test:unit                 the tests that need no browser and no build
npm test -- --only types          one check (biome, types, build, app-types, app, conformance) or one test project (node, postgres, dom, page, alone, commands, e2e, faults)
npm test -- test/demo             the tests of these files
npm run faults -- --long          every cell of the fault matrix, and its times; the daily tests play a part of it`

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

/**
 * Each of Debian's packages that the tests need, with the programs, or the paths, by which it is known to be there. `*` stands for
 * the name of a folder.
 */
const PACKAGES = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  // Most tests take it: the engine of Chromium without the rest of the browser.
  'chromium-headless-shell': ['chromium-headless-shell'],
  'firefox-esr': ['firefox-esr'],
  'webkit2gtk-driver': ['WebKitWebDriver'],
  xvfb: ['Xvfb'],
  // A native app's webview: Debian's own Python, with the bindings of GTK and WebKit.
  'python3-gi': ['/usr/lib/python3/dist-packages/gi'],
  'gir1.2-webkit2-4.1': ['/usr/lib/*/girepository-1.0/WebKit2-4.1.typelib'],
  postgresql: ['/usr/lib/postgresql/*/bin/initdb', 'initdb'],
}

const BROWSERS = Object.keys(PACKAGES).filter(name => name !== 'postgresql')

/** What the daily tests need. The other packages take a minute more to install. */
const DAILY = ['chromium-headless-shell', 'postgresql']

/** The packages that each test project needs. The others need none. */
const PACKAGES_OF = { e2e: BROWSERS, faults: BROWSERS, postgres: ['postgresql'] }

/**
 * The test projects that are skipped where their packages are missing and this process may not install them. The project `node` has run
 * the same tests on the embedded database.
 */
const OPTIONAL = ['postgres']

/** The test projects that need no package and no build. */
const UNIT = ['node', 'dom', 'page', 'alone']

/** All others. */
const REST = ['postgres', 'commands', 'e2e', 'faults']

const select = projects => projects.flatMap(name => ['--project', name])

try {
  const { only, paths, long, release } = readArguments()
  if (long || release) process.env.FAULTS = 'long'
  if (release) finish(await runRelease())
  else finish(only || paths.length ? await runOne(only, paths) : await runDaily())
} catch (error) {
  console.error(error instanceof CommandError ? error.message : error)
  finish([{ passed: 0, failed: 1 }])
}

function readArguments() {
  try {
    const options = { only: { type: 'string' }, long: { type: 'boolean' }, release: { type: 'boolean' } }
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    return { ...values, only: values.only ?? '', paths: positionals }
  } catch ({ message }) {
    throw new CommandError(`${message}\n${usage}`)
  }
}

async function runOne(only, paths) {
  installDependencies()
  if (only in CHECKS) return [await check(only)]
  if (only === 'unit') return [await test(...select(UNIT), ...paths)]
  const skipped = only ? [] : findSkipped()
  await installPackages(only ? (PACKAGES_OF[only] ?? []) : packagesWithout(skipped))
  // The tests run what is built, and here the build is not one of the checks.
  await buildIfOutdated()
  return [await test(...select(only ? [only] : skipped.map(name => `!${name}`)), ...paths), skipping(skipped)]
}

/** The packages of Debian take one core a minute to install. Those of npm, and the checks and tests that need none, do not wait for them. */
async function runDaily() {
  const skipped = findSkipped()
  process.env.TIER = 'daily'
  const names = packagesWithout(skipped).filter(name => DAILY.includes(name))
  let isComplete = !installCommand(names)
  let failure
  const packages = installPackages(names).then(
    () => {
      isComplete = true
    },
    error => {
      failure = error
    },
  )
  installDependencies()
  const results = await checkAll()
  if (isComplete) return [...results, await test(...select(skipped.map(name => `!${name}`))), skipping(skipped)]
  results.push(await test(...select(UNIT)))
  await packages
  if (failure) throw failure
  return [...results, await test(...select(REST.filter(name => !skipped.includes(name)))), skipping(skipped)]
}

/** Everything that the daily tests leave out. */
async function runRelease() {
  const skipped = findSkipped()
  await installPackages(packagesWithout(skipped))
  installDocs()
  await buildIfOutdated()
  process.env.TIER = 'release'
  const result = await test(...select(skipped.map(name => `!${name}`)))
  if (!result.failed) markTested()
  return [result, skipping(skipped)]
}

/** `npm run release` releases only a commit with this mark. */
function markTested() {
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' })
  if (!git('status', '--porcelain')) git('update-ref', 'refs/tested/release', 'HEAD')
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
  return { passed: Number(ok), failed: Number(!ok), names: ok ? [] : [name] }
}

async function test(...filter) {
  console.log('\n── tests')
  const folder = mkdtempSync(join(tmpdir(), 'rewards-test-'))
  const report = join(folder, 'report.json')
  const reporters = ['default', './test/unhandled-errors.ts', 'json'].map(name => `--reporter=${name}`)
  const status = await run('npx', ['vitest', 'run', ...reporters, `--outputFile.json=${report}`, ...filter])
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
  if (status !== 0 && !failed)
    return { passed, failed: 1, names: [`the tests ended with ${status}, though all passed`] }
  return { passed, failed, names: testResults.filter(isFailed).flatMap(namesOf) }
}

/** The failed tests of a file, or the file itself if it failed in its imports or its set-up. */
function namesOf({ name, assertionResults }) {
  const file = relative(root, name)
  const tests = assertionResults.filter(({ status }) => status === 'failed')
  return tests.length ? tests.map(({ fullName }) => `${file}: ${fullName}`) : [file]
}

/** The optional test projects that cannot run here. The configuration of Vitest hears of it, too. */
function findSkipped() {
  const skipped = OPTIONAL.filter(project => !mayInstall() && findMissing(PACKAGES_OF[project]).length)
  if (skipped.includes('postgres')) process.env.SKIP_POSTGRES = 'true'
  return skipped
}

/** All packages except those that only skipped projects need. */
function packagesWithout(skipped) {
  const needless = skipped.flatMap(project => PACKAGES_OF[project])
  return Object.keys(PACKAGES).filter(name => !needless.includes(name))
}

/** The result of the projects that were not run. */
function skipping(projects) {
  return { passed: 0, failed: 0, skipped: projects }
}

/** Installs the packages that are missing. */
async function installPackages(names) {
  const command = installCommand(names)
  if (command && ((await run('sh', ['-c', command])) !== 0 || findMissing(names).length)) throw needs(command)
  const chromium = findProgram('chromium')
  if (chromium) process.env.CHROMIUM_PATH ||= chromium
}

/** Installs the missing packages. Empty when none is missing; throws when this process may not install any. */
function installCommand(names) {
  const missing = findMissing(names)
  if (!missing.length) return ''
  const command = commandFor(missing)
  if (!mayInstall()) throw needs(command)
  return command
}

/**
 * Without questions: PostgreSQL needs packages that ask for a time zone or a locale on some machines. At run level 1, Debian starts no
 * services: the tests start a PostgreSQL server of their own.
 */
function commandFor(names) {
  const install = 'DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get -qq install -y --no-install-recommends'
  return `apt-get -qq update && ${install} ${names.join(' ')}`
}

function mayInstall() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

function needs(command) {
  return new CommandError(`The tests need these Debian packages: ${command}`)
}

function findMissing(names = Object.keys(PACKAGES)) {
  const { CHROMIUM_PATH, HEADLESS_SHELL_PATH, FIREFOX_PATH } = process.env
  for (const [name, path] of Object.entries({ CHROMIUM_PATH, HEADLESS_SHELL_PATH, FIREFOX_PATH }))
    if (path && !existsSync(path)) throw new CommandError(`There is no ${path}, which ${name} names.`)
  const named = { chromium: CHROMIUM_PATH, 'chromium-headless-shell': HEADLESS_SHELL_PATH, 'firefox-esr': FIREFOX_PATH }
  return names.filter(name => !named[name] && !findProgram(name))
}

function findProgram(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = program => (program.startsWith('/') ? expand(program) : folders.map(folder => join(folder, program)))
  return PACKAGES[name].flatMap(paths).find(existsSync)
}

/** The paths that a path with `*` stands for. */
function expand(path) {
  const [before, after] = path.split('*')
  if (after === undefined) return [path]
  return existsSync(before) ? readdirSync(before).map(name => before + name + after) : []
}

/** Resolves with the exit status. */
function run(command, args) {
  const child = spawn(command, args, { cwd: root, stdio: 'inherit' })
  return new Promise(resolve => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
}

/** Names what failed, once more, before the closing line, which is alone and last. Nothing passed is nothing shown. */
function finish(results) {
  const total = key => results.reduce((sum, result) => sum + result[key], 0)
  for (const name of results.flatMap(({ skipped = [] }) => skipped))
    console.log(`skipped the tests of ${name}, which need: ${commandFor(PACKAGES_OF[name])}`)
  for (const name of results.flatMap(({ names = [] }) => names)) console.log(`failed: ${name}`)
  console.log(`${total('passed')} passed, ${total('failed')} failed`)
  process.exitCode = total('failed') || !total('passed') ? 1 : 0
}
