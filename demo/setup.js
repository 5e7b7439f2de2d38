import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, root } from './command.js'

// Runs before the dependencies are installed: only Node's own modules can be imported here.

const CONFORMANCE = 'demo/webview/conformance'

/** Installs the packages of package-lock.json, unless they are installed already. */
export function installDependencies() {
  if (isInstalled()) return
  console.log('Installing dependencies …')
  npm('ci', '--no-audit', '--no-fund')
}

/** Builds the bundles, the React app and the conformance page. Skips each one that is newer than its sources. */
export function buildIfOutdated() {
  // The build writes the manifest last: without it, a build was interrupted.
  const manifest = 'dist/custom-elements.json'
  const config = [
    'vite.config.ts',
    'tsconfig.json',
    'tsconfig.build.json',
    'custom-elements.config.js',
    'package-lock.json',
  ]
  if (changedAt(manifest) < lastChangeIn('src', 'widgets', 'frameworks', 'testing', 'build', ...config)) {
    console.log('Building the bundles …')
    npm('run', '--silent', 'build')
  }
  const app = ['src', 'index.html', 'vite.config.ts'].map(name => `demo/react/${name}`)
  if (changedAt('demo/react/dist/index.html') < lastChangeIn(manifest, 'demo/shop/public', ...app)) {
    console.log('Building the React app …')
    npm('exec', '--', 'vite', 'build', 'demo/react', '--logLevel', 'warn')
  }
  const sources = readdirSync(join(root, CONFORMANCE)).filter(name => name !== 'dist')
  const conformance = sources.map(name => `${CONFORMANCE}/${name}`)
  if (
    changedAt(`${CONFORMANCE}/dist/conformance.html`) < lastChangeIn('src/native', 'demo/shop/public', ...conformance)
  ) {
    console.log('Building the conformance page for native apps …')
    npm('exec', '--', 'vite', 'build', CONFORMANCE, '--logLevel', 'warn')
  }
}

/** Runs npm and shows its output. Throws a `CommandError` if npm fails. */
export function npm(...args) {
  const { status } = spawnSync('npm', args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) throw new CommandError(`npm ${args.join(' ')} failed.`)
}

/** Compares the two files by content, because a checkout or an `npm install` changes their modification times. */
function isInstalled() {
  const required = readPackages('package-lock.json')
  const installed = readPackages('node_modules/.package-lock.json')
  return Object.entries(required).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  )
}

function readPackages(file) {
  const path = join(root, file)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

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
