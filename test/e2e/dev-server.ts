// An example app in Vite's development server: a copy of its folder, with the package installed as in a customer's project.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createServer, type InlineConfig, type ViteDevServer } from 'vite'
import { requireBuild } from '../require-build.js'

/** The packages that the SDK imports. */
const DEPENDENCIES = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies)

export interface DevServer {
  origin: string
  server: ViteDevServer
  /** Changes a file of the app, as a developer would. */
  edit(path: string, text: string): void
  close(): Promise<void>
}

interface DevServerOptions {
  /** The packages that the app imports, beside the SDK. */
  packages: string[]
  /** What the app needs from outside of its folder. */
  shared?: string[]
  config: InlineConfig
}

/** Serves a copy of the app in `folder`. */
export async function startDevServer(
  folder: string,
  { packages, shared = [], config }: DevServerOptions,
): Promise<DevServer> {
  requireBuild()
  const root = mkdtempSync(join(tmpdir(), 'rewards-app-'))
  for (const path of [folder, 'tsconfig.json', ...shared]) copy(path, join(root, path))
  installPackages(join(root, 'node_modules'), packages)
  const server = await createServer({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ...config,
    root: join(root, folder),
    // The watcher would drop a change that follows another within 50 ms: `edit` tells about each.
    server: { host: '127.0.0.1', port: 0, watch: { ignored: '**' } },
  })
  await server.listen()
  const { port } = server.httpServer!.address() as { port: number }
  return {
    origin: `http://localhost:${port}`,
    server,
    edit(path, text) {
      const file = join(root, folder, path)
      writeFileSync(file, text)
      server.watcher.emit('change', file)
    },
    async close() {
      await server.close()
      rmSync(root, { recursive: true })
    },
  }
}

function installPackages(modules: string, packages: string[]) {
  for (const path of ['package.json', 'dist']) copy(path, join(modules, 'rewards-web-sdk', path))
  for (const name of [...packages, ...DEPENDENCIES]) symlinkSync(resolve('node_modules', name), join(modules, name))
}

const copy = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, filter: path => !/^demo\/.*\/dist$/.test(path) })
