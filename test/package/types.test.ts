import { readFileSync } from 'node:fs'
import { copyFile, mkdir, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InstalledPackage, installPackage } from './installed-package.js'

interface App {
  files: string[]
  /** The framework of its JSX. */
  jsxImportSource?: string
  /** The package of the types of React; by default, those of the newest version. */
  react?: string
  /** The framework's own types need a DOM that is newer than the one of the oldest compiler. */
  needsNewDom?: boolean
}

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

/** An app that names every property and event of the element. */
const ALL_PROPS: App = { files: ['zone-props.ts'] }

/** The packages whose types the apps use. Preact is a dependency of the package. */
const FRAMEWORKS = ['@types/react', '@types/react-dom', 'vue', 'svelte']

const require = createRequire(import.meta.url)

const NEWEST = require.resolve('typescript/package.json')

/**
 * The compiler that the analyzer of custom elements depends on. As a dependency of this project, an old compiler would compete with the newest for
 * the command `tsc`.
 */
const OLDEST = createRequire(require.resolve('@custom-elements-manifest/analyzer/cem.js')).resolve(
  'typescript/package.json',
)

/** The oldest supported compiler, and the newest. */
const COMPILERS = [
  ['5.4', OLDEST],
  ['7.0', NEWEST],
] as const

const SUCCESS = { code: 0, stdout: '', stderr: '' }

const OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: [],
  strict: true,
  noEmit: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
}

let installed: InstalledPackage

beforeAll(async () => {
  installed = await installPackage()
  const files = new Set([...Object.values(APPS), ALL_PROPS].flatMap(app => app.files))
  for (const file of files) await copyFile(`test/package/types/${file}`, join(installed.app, file))
  await mkdir(join(installed.app, 'node_modules/@types'), { recursive: true })
  for (const name of FRAMEWORKS)
    await symlink(resolve('node_modules', name), join(installed.app, 'node_modules', name), 'dir')
})
afterAll(() => installed?.remove())

async function compile(
  manifest: string,
  moduleResolution: string,
  { files, jsxImportSource, react, needsNewDom }: App,
) {
  const module = moduleResolution === 'bundler' ? 'esnext' : moduleResolution
  const types = resolve('node_modules', react ?? '@types/react')
  const paths = { react: [types], 'react/jsx-runtime': [`${types}/jsx-runtime`] }
  const jsx = { jsx: 'react-jsx', jsxImportSource }
  const skipLibCheck = Boolean(needsNewDom && manifest === OLDEST)
  const compilerOptions = {
    ...OPTIONS,
    skipLibCheck,
    module,
    moduleResolution,
    ...(jsxImportSource && jsx),
    ...(react && { paths }),
  }
  await installed.write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  return installed.run('node', join(manifest, '../bin/tsc'), '-p', '.', '--pretty', 'false')
}

describe.each(COMPILERS)('with TypeScript %s', (version, manifest) => {
  test('is that version', () => {
    expect(JSON.parse(readFileSync(manifest, 'utf8')).version).toMatch(new RegExp(`^${version}\\.`))
  })

  describe.each(['bundler', 'node16'])('and moduleResolution %s', moduleResolution => {
    test.each(Object.entries(APPS))('an app %s compiles, and its mistakes do not', async (_, app) => {
      expect(await compile(manifest, moduleResolution, app)).toEqual(SUCCESS)
    })
  })
})

test('each property and event in the manifest of the element has its prop for each framework', async () => {
  const [{ declarations }] = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8')).modules
  const unionOf = (items: { name: string }[]) => items.map(({ name }) => JSON.stringify(name)).join(' | ')
  const [{ members, events }] = declarations
  await installed.write(
    'element.ts',
    `export type ZoneProperty = ${unionOf(members)}\nexport type ZoneEvent = ${unionOf(events)}`,
  )
  expect(await compile(NEWEST, 'bundler', ALL_PROPS)).toEqual(SUCCESS)
})
