import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandError, root } from './command.js'

// Runs before the dependencies are installed: only Node's own modules can be imported here.

/** The workspaces that `npm start` runs. Their packages build the bundles, too. */
const DEMO = ['demo', 'demo/platform']

/** The workspaces whose packages the tests use. The root brings the compiler and the formatter. */
const TESTS = ['', ...DEMO, 'test']

/** The file that each build writes last. Without it, the build was interrupted. */
const BUNDLES = 'dist/commonjs/package.json'
const PACKAGE = 'dist/custom-elements.json'

/** Installs what the demo needs. Where the tests were installed, these too: npm removes the packages that it is told to omit. */
export const installDemo = () =>
  existsSync(join(root, 'node_modules/@biomejs'))
    ? installDependencies()
    : install('Installing what the demo needs …', DEMO, { omit: 'dev' })

/** Installs what the tests, the gallery and the benchmarks need: everything except the website of the documentation. */
export const installDependencies = () => install('Installing dependencies …', TESTS)

/** Installs what builds the website of the documentation. */
export const installDocs = () => install('Installing what builds the documentation …', [...TESTS, 'docs'])

/** Builds the scripts and modules of the SDK, without their types. */
export function buildBundlesIfOutdated() {
  if (changedAt(BUNDLES) >= lastChangeOfSources()) return
  console.log('Building the bundles …')
  npm('run', '--silent', 'build:bundles')
}

/** Builds the platform for Node, unless that is newer than its sources. The file for coding agents, which is written last, needs a package of the tests. */
export const buildPlatform = () => {
  const last = existsSync(join(root, 'node_modules/@modelcontextprotocol/sdk')) ? 'mcp.js' : 'index.js'
  return buildPages('demo/platform', `demo/platform/dist/${last}`, 'package-lock.json')
}

/** Builds the npm package with its types and manifests, and the pages of the demo that Vite builds. */
export async function buildIfOutdated() {
  if (changedAt(PACKAGE) < lastChangeOfSources()) {
    console.log('Building the package …')
    npm('run', '--silent', 'build')
  }
  await buildReactApp()
  await buildConformancePage()
}

/** Builds the React app of the demo, unless that is newer than its sources. */
export const buildReactApp = () => buildPages('demo/react', 'demo/react/dist/index.html', BUNDLES)

/** Builds the page that checks native apps, unless that is newer than its sources. */
export const buildConformancePage = () =>
  buildPages('demo/webview/conformance', 'demo/webview/conformance/dist/conformance.html', 'src/native')

/** The builds under way, by folder: two requests at once wait for the same build. */
const running = new Map()

async function buildPages(folder, page, ...imported) {
  const sources = readdirSync(join(root, folder)).filter(name => name !== 'dist')
  const changed = lastChangeIn('demo/shop/public', ...imported, ...sources.map(name => `${folder}/${name}`))
  if (!running.has(folder) && changedAt(page) >= changed) return
  const build = running.get(folder) ?? viteBuild(folder).finally(() => running.delete(folder))
  running.set(folder, build)
  await build
}

async function viteBuild(folder) {
  console.log(`Building ${folder} …`)
  const args = ['exec', '--', 'vite', 'build', folder, '--logLevel', 'warn']
  const child = spawn('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  const [status] = await once(child, 'close')
  if (status !== 0) throw new CommandError(`npm ${args.join(' ')} failed.`)
}

/** Runs npm and shows its output. Throws a `CommandError` if npm fails. */
export function npm(...args) {
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new CommandError(`npm ${args.join(' ')} failed.`)
}

/** Never removes a package that another command has installed. */
function install(message, workspaces, { omit } = {}) {
  if (!isInstalled(workspaces, omit)) {
    console.log(message)
    const names = workspaces.flatMap(path => (path ? ['--workspace', path] : []))
    npm('install', ...names, '--include-workspace-root', ...(omit ? ['--omit', omit] : []), '--no-audit', '--no-fund')
  }
  // The workspaces import the SDK by its name. As a dependency of theirs it would bring all workspaces with it.
  const link = join(root, 'node_modules/rewards-web-sdk')
  if (!existsSync(link)) symlinkSync('..', link, 'junction')
}

/**
 * Whether node_modules has what these workspaces need, in the versions of package-lock.json. Compares the two files by content, because a checkout
 * or an `npm install` changes their modification times.
 */
function isInstalled(workspaces, omit) {
  const locked = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  const needed = new Set()
  const addDependencies = (path, { dependencies, devDependencies } = {}) => {
    for (const name of Object.keys({ ...dependencies, ...devDependencies })) {
      const found = findPackage(locked, path, name)
      if (needed.has(found)) continue
      needed.add(found)
      addDependencies(found, { dependencies: locked[found].dependencies })
    }
  }
  // The dependencies of the SDK itself are those of the root.
  for (const path of new Set(['', ...workspaces])) {
    const { dependencies, devDependencies } = locked[path]
    addDependencies(path, { dependencies, ...(workspaces.includes(path) && omit !== 'dev' && { devDependencies }) })
  }
  return [...needed].every(path => installed[path] && installed[path].version === locked[path].version)
}

/** The path of the package that Node finds under this name from the folder `path`. */
function findPackage(packages, path, name) {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = folder === '' || folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[found] || found === `node_modules/${name}`) return found
  }
}

function readPackages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

const lastChangeOfSources = () =>
  lastChangeIn(
    ...['src', 'widgets', 'frameworks', 'testing', 'doctor', 'build'],
    ...['vite.config.ts', 'tsconfig.json', 'tsconfig.build.json', 'custom-elements.config.js', 'package-lock.json'],
  )

/** The newest modification time of these files and folders. The time of a folder changes when a file in it is deleted. */
function lastChangeIn(...paths) {
  return Math.max(
    ...paths.map(path => {
      const stat = statSync(join(root, path))
      if (!stat.isDirectory()) return stat.mtimeMs
      return Math.max(stat.mtimeMs, lastChangeIn(...readdirSync(join(root, path)).map(name => join(path, name))))
    }),
  )
}

/** The modification time of a file. 0 if there is no such file. */
const changedAt = path => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
