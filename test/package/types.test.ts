import { readFileSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, type Compiled, compileApps, type ModuleResolution, NEWEST, OLDEST } from './compile-apps.js'
import { type InstalledPackage, installPackage } from './installed-package.js'

/** Apps of customers. A line that must not compile has the directive `@ts-expect-error`, which is an error itself if the line compiles. */
const APPS: Record<string, App> = {
  'that uses the runtime and the element': { files: ['core.ts', 'core.wrong.ts'] },
  'that declares its events': { files: ['tracked-events.ts'] },
  'in React 19': { files: ['react.tsx'], jsxImportSource: 'react' },
  'in React 18': { files: ['react.tsx'], jsxImportSource: 'react', react: 'types-react-18' },
  'with the React entry and React 19': { files: ['react-entry.tsx'], jsxImportSource: 'react' },
  'with the React entry and React 18': {
    files: ['react-entry.tsx'],
    jsxImportSource: 'react',
    react: 'types-react-18',
  },
  'in Preact': { files: ['preact.tsx'], jsxImportSource: 'preact' },
  'in Vue': { files: ['vue.tsx', 'vue-entry.ts'], jsxImportSource: 'vue' },
  'in Svelte': { files: ['svelte.ts', 'svelte-entry.ts'], needsNewDom: true },
}

/** The app that names every property and event of the element. */
const ALL_PROPS = 'with all props'

/** The packages whose types the apps use. Preact is a dependency of the package. */
const FRAMEWORKS = ['@types/react', '@types/react-dom', 'vue', 'svelte']

const RESOLUTIONS = ['bundler', 'node16'] as const

/** A compiler checks many apps in one process, which takes minutes on a busy machine. A time-out is for what hangs. */
const PATIENCE_MS = 600_000

let installed: InstalledPackage
let byOldest: Compiled
let byNewest: Compiled

beforeAll(async () => {
  installed = await installPackage()
  await mkdir(join(installed.app, 'node_modules/@types'), { recursive: true })
  for (const name of FRAMEWORKS)
    await symlink(resolve('node_modules', name), join(installed.app, 'node_modules', name), 'dir')
})

beforeAll(async () => {
  const apps = RESOLUTIONS.flatMap(moduleResolution => projectsOf(APPS, moduleResolution))
  byOldest = await compileApps(installed, OLDEST, apps)
}, PATIENCE_MS)

beforeAll(async () => {
  const apps = RESOLUTIONS.flatMap(moduleResolution => projectsOf(APPS, moduleResolution))
  const allProps = projectsOf({ [ALL_PROPS]: readAllProps() }, 'bundler')
  byNewest = await compileApps(installed, NEWEST, [...apps, ...allProps])
}, PATIENCE_MS)

afterAll(() => installed?.remove())

function projectsOf(apps: Record<string, App>, moduleResolution: ModuleResolution) {
  return Object.entries(apps).map(([name, app]) => ({ name, app, moduleResolution }))
}

function readAllProps(): App {
  const [{ declarations }] = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')).modules
  const unionOf = (items: { name: string }[]) => items.map(({ name }) => JSON.stringify(name)).join(' | ')
  const [{ members, events }] = declarations
  const names = `export type ZoneProperty = ${unionOf(members)}\nexport type ZoneEvent = ${unionOf(events)}`
  return { files: ['zone-props.ts'], texts: { 'element.ts': names }, skipsDeclarations: true }
}

describe.each([
  { version: '5.4', compiler: OLDEST, compiled: () => byOldest },
  { version: '7.0', compiler: NEWEST, compiled: () => byNewest },
])('with TypeScript $version', ({ version, compiler, compiled }) => {
  test('is that version', () => {
    expect(compiler.version).toMatch(new RegExp(`^${version}\\.`))
  })

  test('the compiler ends without an error', () => {
    expect(compiled()).toMatchObject({ code: 0, stderr: '' })
  })

  describe.each(RESOLUTIONS)('and moduleResolution %s', moduleResolution => {
    test.each(Object.keys(APPS))('an app %s compiles, and its mistakes do not', name => {
      expect(compiled().errorsOf(name, moduleResolution)).toBe('')
    })
  })
})

test('each property and event in the manifest of the element has its prop for each framework', () => {
  expect(byNewest.errorsOf(ALL_PROPS, 'bundler')).toBe('')
})
