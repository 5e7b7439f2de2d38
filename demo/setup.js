import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

// Runs before the dependencies are there: nothing but Node's own modules may be imported here.

export const root = join(import.meta.dirname, '..')

/** A failure that a person can do something about: told in one line, without a stack. */
export class Trouble extends Error {}

/** Installs what package-lock.json names, unless it is installed already. */
export function installDependencies() {
  if (isInstalled()) return
  console.log('Installing dependencies …')
  npm('ci', '--no-audit', '--no-fund')
}

/** Builds the bundles, and the demo's React app on top of them, where what is built is absent or older than its sources. */
export function buildWhatIsStale() {
  // The declarations are what the build writes last: a build that was interrupted left none.
  const declarations = 'dist/types/src/index.d.ts'
  const config = ['vite.config.ts', 'tsconfig.json', 'tsconfig.build.json', 'package-lock.json']
  if (changedAt(declarations) < newest('src', 'widgets', ...config)) {
    console.log('Building the bundles …')
    npm('run', '--silent', 'build')
  }
  const app = ['src', 'index.html', 'vite.config.ts'].map(name => `demo/spa/${name}`)
  if (changedAt('demo/spa/dist/index.html') < newest(declarations, 'demo/shop/public', ...app)) {
    console.log('Building the app …')
    npm('exec', '--', 'vite', 'build', 'demo/spa', '--logLevel', 'warn')
  }
  const conformance = 'demo/webview/conformance'
  const pages = readdirSync(join(root, conformance)).filter(name => name !== 'dist')
  if (
    changedAt(`${conformance}/dist/conformance.html`) <
    newest('src/native', 'demo/shop/public', ...pages.map(name => `${conformance}/${name}`))
  ) {
    console.log('Building the page that checks native apps …')
    npm('exec', '--', 'vite', 'build', conformance, '--logLevel', 'warn')
  }
}

/** Runs npm, its output beside ours. */
export function npm(...args) {
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new Trouble(`npm ${args.join(' ')} failed.`)
}

/** Compared by content: the time stamps of the two files say nothing after a checkout or an `npm install`. */
function isInstalled() {
  const wanted = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  return Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

function readPackages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

/** When any of these files, or any file in these folders, last changed. A folder's own time tells of files removed. */
function newest(...paths) {
  return Math.max(
    ...paths.map(path => {
      const stat = statSync(join(root, path))
      if (!stat.isDirectory()) return stat.mtimeMs
      return Math.max(stat.mtimeMs, newest(...readdirSync(join(root, path)).map(name => join(path, name))))
    }),
  )
}

const changedAt = path => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0
