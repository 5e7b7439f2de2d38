import { resolve } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'
import { bundle } from '../bundle.js'
import { brotliBytes } from './brotli-bytes.js'

/** The runtime, in an app without widgets. It finds options that do not exist, and zones without the code of the widgets (200 bytes). */
const RUNTIME = 16_720
/** The runtime and the element, with the first widget. */
const FIRST_WIDGET = 30_050
/** What the first event loads. */
const OUTBOX = 6_400
/** What the first call about the consumer loads. */
const IDENTITY = 4_470
/** What the first call of a resource loads. */
const RESOURCES = 10_970
/** The platform of demo mode, only for a page that asks for it. */
const DEMO = 6_400
/** The fields of a form, their checks and their style sheet. */
const FORM = 4_000
/** The launcher, the tabs and the home list of a panel. */
const PANEL = 4_000
/** Each other file. */
const ON_DEMAND = 3_640

const ENTRY = resolve('app.js')
const WITHOUT_WIDGETS = `
  import { createRewards } from 'rewards-web-sdk'
  createRewards({ domain: '/rewards' })`

type Chunk = Rolldown.OutputChunk

/** The files of an app as Vite builds it with its defaults, minified, with the dependencies of the package. */
const bundleApp = (code: string): Promise<Chunk[]> =>
  bundle({
    configFile: false,
    publicDir: false,
    plugins: [appWith(code)],
    resolve: {
      alias: [
        { find: /^rewards-web-sdk$/, replacement: resolve('dist/index.js') },
        { find: /^rewards-web-sdk\/(widgets|headless|react)$/, replacement: resolve('dist/$1.js') },
      ],
    },
    build: { rolldownOptions: { input: ENTRY } },
  })

const appWith = (code: string): Plugin => ({
  name: 'app',
  resolveId: id => (id === ENTRY ? id : null),
  load: id => (id === ENTRY ? code : null),
})

/** A file of the app, with all that it imports statically. */
function withImports(first: Chunk, app: Chunk[]): Set<Chunk> {
  const loaded = new Set([first])
  for (const { imports } of loaded) for (const chunk of app) if (imports.includes(chunk.fileName)) loaded.add(chunk)
  return loaded
}

const firstLoad = (app: Chunk[]) => withImports(app.find(chunk => chunk.isEntry)!, app)

/** What `import()` of a module of the package loads, in addition to the first load. */
function partOf(app: Chunk[], name: string) {
  const first = app.find(chunk => chunk.isDynamicEntry && chunk.name.startsWith(`${name}-`))
  if (!first) throw new Error(`The app does not load ${name} on demand`)
  return [...withImports(first, app)].filter(chunk => !firstLoad(app).has(chunk))
}

/** The hashes in the names of other files compress better or worse by chance. They are not counted: each costs about six bytes. */
const HASH_IN_NAME = /-[\w-]{8}(-[\w-]{8})?\.js\b/g

const bytesOf = (chunks: Iterable<Chunk>) =>
  [...chunks].reduce((sum, { code }) => sum + brotliBytes(code.replace(HASH_IN_NAME, '.js')), 0)

const limitOf = ({ name }: Chunk) =>
  [DEMO, FORM, PANEL, ON_DEMAND][['demo-', 'form-view-', 'panel-view-', ''].findIndex(start => name.startsWith(start))]!

describe('a bundled app that uses the npm package', () => {
  let app: Chunk[]
  let small: Chunk[]

  beforeAll(async () => {
    small = await bundleApp(WITHOUT_WIDGETS)
    app = await bundleApp(`import 'rewards-web-sdk/widgets'${WITHOUT_WIDGETS}`)
  })

  const measures: [what: string, () => Iterable<Chunk>, limit: number][] = [
    ['the runtime at first', () => firstLoad(small), RUNTIME],
    ['the runtime and the first widget at first', () => firstLoad(app), FIRST_WIDGET],
    ['the outbox with the first event', () => partOf(app, 'outbox'), OUTBOX],
    ['the calls about the consumer with the first of them', () => partOf(app, 'identity'), IDENTITY],
    ['the resources with the first of them', () => partOf(app, 'resources'), RESOURCES],
  ]

  test.each(measures)('loads %s, within its limit', (what, chunks, limit) => {
    const bytes = bytesOf(chunks())
    console.info(`${what}: ${bytes} of ${limit} bytes`)
    expect(bytes).toBeLessThanOrEqual(limit)
  })

  test('has the first widget in its first load', () => {
    const modules = [...firstLoad(app)].flatMap(({ moduleIds }) => moduleIds)
    expect(modules.filter(id => /preact|dist\/modules\/element-/.test(id)).length).toBeGreaterThan(1)
    expect(modules.filter(id => /zod|jose|resources/.test(id))).toEqual([])
  })

  test.each([
    ['useShare', true],
    ['useConsumer', false],
  ])('that uses %s has the links of the share widget in its first load: %s', async (hook, has) => {
    const app = await bundleApp(`import { ${hook} } from 'rewards-web-sdk/react'; console.log(${hook})`)
    expect([...firstLoad(app)].some(({ code }) => code.includes('https://wa.me/'))).toBe(has)
  })

  test('loads no other file that is larger than its limit', () => {
    const named = measures.slice(1).flatMap(([, chunks]) => [...chunks()])
    const others = app.filter(chunk => !named.includes(chunk))
    expect(others.length).toBeGreaterThan(10)
    expect(others.filter(chunk => bytesOf([chunk]) > limitOf(chunk)).map(({ name }) => name)).toEqual([])
  })
})
