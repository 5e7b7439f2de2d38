// The npm package, packed and installed as a customer would.

import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const BUILT = [
  'dist/index.js',
  'dist/widgets.js',
  'dist/testing.js',
  'dist/rewards.js',
  'dist/rewards-widgets.js',
  'dist/types/src/index.d.ts',
]

/** The package as a host gets it: packed, and installed into an empty folder. */
export interface InstalledPackage {
  tarball: string
  /** Paths in the package, and where they are on disk. */
  files: Map<string, string>
  /** The folder of an app that depends on the package. */
  app: string
  /** Writes a file of the app. */
  write(name: string, text: string): Promise<void>
  /** Runs one of this project's own tools, or `node`, in the app's folder. */
  run(tool: string, ...args: string[]): Promise<Ended>
  remove(): Promise<void>
}

export interface Ended {
  code: number
  stdout: string
  stderr: string
}

/** The package of a folder of this project. Takes `dist` as it is: run `npm run build` before. */
export async function installPackage({
  folder: source = '.',
  name = 'rewards-web-sdk',
} = {}): Promise<InstalledPackage> {
  const missing = BUILT.filter(path => !existsSync(path))
  if (missing.length) throw new Error(`${missing.join(', ')} not built: run \`npm run build\` first`)

  const folder = await mkdtemp(join(tmpdir(), 'rewards-package-'))
  const app = join(folder, 'app')
  const packed = await run('npm', ['pack', '--json', '--foreground-scripts=false', '--pack-destination', folder], {
    cwd: source,
  })
  const tarball = join(folder, JSON.parse(packed.stdout)[0].filename)
  await run('npm', ['install', '--prefix', app, '--prefer-offline', '--no-audit', '--no-fund', tarball])
  const write = (name: string, text: string) => writeFile(join(app, name), text)
  await write('package.json', JSON.stringify({ private: true, type: 'module' }))
  return {
    tarball,
    files: filesUnder(join(app, 'node_modules', name)),
    app,
    write,
    run: (tool, ...args) => end(tool === 'node' ? process.execPath : resolve('node_modules/.bin', tool), args, app),
    remove: () => rm(folder, { recursive: true }),
  }
}

function filesUnder(folder: string) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = entries.map(entry => join(entry.parentPath, entry.name))
  return new Map(paths.map(path => [path.slice(folder.length + 1), path]))
}

function end(file: string, args: string[], cwd: string): Promise<Ended> {
  return new Promise(resolve =>
    execFile(file, args, { cwd }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
    ),
  )
}
