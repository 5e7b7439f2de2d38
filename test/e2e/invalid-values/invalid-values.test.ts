import { resolve } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { InlineConfig } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestPlatform } from '../../../testing/index.js'
import { bundle } from '../../bundle.js'
import { requireBuild } from '../../require-build.js'
import { SOON } from '../../soon.js'
import { DOMAIN, openAppPage, serveScript } from '../app-page.js'
import { useContexts } from '../use-contexts.js'

const newContext = useContexts()

beforeAll(requireBuild)

const REACT_18 = { alias: [{ find: /^(react(-dom)?)(?=$|\/)/, replacement: '$1-18' }] }

/** The module of each app, and how it is bundled. */
const APPS: Record<string, [module: string, config: InlineConfig]> = {
  'React 18': ['react-app.tsx', { resolve: REACT_18 }],
  'React 19': ['react-app.tsx', {}],
  Vue: ['vue-app.ts', { define: { __VUE_OPTIONS_API__: 'true' } }],
  Svelte: ['svelte-app.js', { plugins: [svelte({ configFile: false })] }],
}

const ENTRY = resolve('test/e2e/invalid-values/entry.js')

/** The app as one script. */
async function bundleApp([module, { plugins = [], ...config }]: [string, InlineConfig]) {
  const code = `import { start } from './${module}'; start(document.querySelector('#app'), '${DOMAIN}')`
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === ENTRY ? id : null),
    load: (id: string) => (id === ENTRY ? code : null),
  }
  const [chunk] = await bundle({
    ...config,
    configFile: false,
    publicDir: false,
    // As on a live page. In development, React itself reads each property of the props, and ends with a getter that throws.
    define: { 'process.env.NODE_ENV': '"production"', ...config.define },
    oxc: { jsx: { development: false } },
    plugins: [entry, plugins],
    build: { rolldownOptions: { input: ENTRY, output: { codeSplitting: false } } },
  })
  return chunk!.code
}

/** JSON leaves symbols out. The other values reach no platform. */
const ZONES = { bigint: 'invalid_argument', cycle: 'invalid_argument', getter: 'invalid_argument', symbol: 'shown' }

const linesOf = (loads: number) => Object.entries(ZONES).map(([kind, zone]) => `${kind}: zone ${zone}, loaded ${loads}`)

describe.each(Object.entries(APPS))('an app of %s with values that JSON cannot hold', (_name, app) => {
  let script: string

  beforeAll(async () => {
    script = await bundleApp(app)
  })

  test('stays on the page, gives the error of the call, and loads once for each value', async () => {
    const platform = createTestPlatform({ domain: DOMAIN, zones: { terms: { widget: 'offer', headline: 'Terms' } } })
    const { page, complaints } = await openAppPage(await newContext(), { platform, serve: serveScript(script) })
    const lines = () => page.locator('p').filter({ hasText: 'loaded' }).allTextContents()
    const requested = () => platform.requests.filter(({ path }) => path.endsWith('/zones')).length
    await expect.poll(lines, SOON).toEqual(linesOf(1))
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.poll(lines, SOON).toEqual(linesOf(2))
    // The zones with a symbol: one that the hook has loaded, and one of the element.
    await expect.poll(requested, SOON).toBe(2)
    // The runtime reports each zone that it refuses.
    expect(complaints.filter(text => !text.startsWith('[rewards] invalid_argument'))).toEqual([])
  })
})
