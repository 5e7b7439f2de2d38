// A React app in Vite's development server, with the package installed as in a customer's project.

import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll } from 'vitest'
import { requireBuild } from '../../require-build.js'
import { type DemoInBrowser, useDemo } from '../demo.js'

/** The packages that the app imports, beside the SDK, and those that the SDK imports. */
const PACKAGES = ['react', 'react-dom', 'preact', 'zod', 'jose', 'lean-qr']

const PUBLIC = 'demo/shop/public'

/** What the app needs from outside of its folder. */
const SHARED = ['tsconfig.json', PUBLIC]

export interface ReactApp {
  visit: DemoInBrowser
  /** The origin of the development server, which the program allows. */
  readonly origin: string
  readonly server: ViteDevServer
  /** Changes a file of the app, as a developer would. */
  edit(path: string, text: string): void
}

/** Copies the app of `folder`, and serves it for the tests of a file. */
export function useReactApp(folder: string): ReactApp {
  const allowedOrigins: string[] = []
  let server: ViteDevServer
  let root: string

  beforeAll(async () => {
    requireBuild()
    root = mkdtempSync(join(tmpdir(), 'rewards-react-'))
    for (const path of [folder, ...SHARED]) copy(path, join(root, path))
    installPackages(join(root, 'node_modules'))
    server = await createServer({
      root: join(root, folder),
      configFile: false,
      logLevel: 'error',
      publicDir: join(root, PUBLIC),
      plugins: [
        react(),
        {
          name: 'program-domain',
          transformIndexHtml: html => html.replaceAll('%PROGRAM_DOMAIN%', visit.demo.origins.program),
        },
      ],
      // A dependency that is found later makes the page load again.
      optimizeDeps: { include: ['react-dom/client', 'rewards-web-sdk/react', 'rewards-web-sdk'] },
      server: { host: '127.0.0.1', port: 0 },
    })
    await server.listen()
    const { port } = server.httpServer!.address() as { port: number }
    allowedOrigins.push(`http://localhost:${port}`)
  })

  afterAll(async () => {
    await server?.close()
    if (root) rmSync(root, { recursive: true })
  })

  const visit = useDemo({ allowedOrigins })

  return {
    visit,
    get origin() {
      return allowedOrigins[0]!
    },
    get server() {
      return server
    },
    edit: (path, text) => writeFileSync(join(root, folder, path), text),
  }
}

function installPackages(modules: string) {
  for (const path of ['package.json', 'dist']) copy(path, join(modules, 'rewards-web-sdk', path))
  for (const name of PACKAGES) symlinkSync(resolve('node_modules', name), join(modules, name))
}

const copy = (from: string, to: string) =>
  cpSync(from, to, { recursive: true, filter: path => !/^demo\/.*\/dist$/.test(path) })
