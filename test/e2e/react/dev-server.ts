// A React app in Vite's development server, beside the demo.

import react from '@vitejs/plugin-react'
import { afterAll, beforeAll } from 'vitest'
import { type DemoInBrowser, useDemo } from '../demo.js'
import { type DevServer, startDevServer } from '../dev-server.js'

export interface ReactApp extends Pick<DevServer, 'edit'> {
  visit: DemoInBrowser
  /** The origin of the development server, which the program allows. */
  readonly origin: string
}

/** Copies the app of `folder`, and serves it for the tests of a file. */
export function useReactApp(folder: string): ReactApp {
  const allowedOrigins: string[] = []
  let app: DevServer

  beforeAll(async () => {
    app = await startDevServer(folder, {
      packages: ['react', 'react-dom'],
      shared: ['demo/shop/public'],
      config: {
        publicDir: '../shop/public',
        plugins: [
          react(),
          {
            name: 'program-domain',
            transformIndexHtml: html => html.replaceAll('%PROGRAM_DOMAIN%', visit.demo.origins.program),
          },
        ],
        // A dependency that is found later makes the page load again.
        optimizeDeps: { include: ['react-dom/client', 'rewards-web-sdk/react', 'rewards-web-sdk'] },
      },
    })
    allowedOrigins.push(app.origin)
  })

  afterAll(() => app?.close())

  const visit = useDemo({ allowedOrigins })

  return {
    visit,
    get origin() {
      return allowedOrigins[0]!
    },
    edit: (path, text) => app.edit(path, text),
  }
}
