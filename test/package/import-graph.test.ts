import { describe, expect, test } from 'vitest'
import { cyclesIn, type ImportGraph, importGraph, importsIn, readCode } from './import-graph.js'

/** Groups of folders in which no file may import itself, not even through others. */
const WITHOUT_CYCLES = [['demo'], ['src', 'widgets', 'frameworks', 'testing', 'doctor']]

/** The folders of the platform, from the lowest layer to the highest. Files beside the folders belong to all of them. */
const PLATFORM_LAYERS = [
  ...['network', 'store', 'http', 'rows', 'sftp', 'jobs', 'clock', 'webhooks'],
  ...['identity', 'theme', 'openapi', 'rewards', 'campaign', 'links', 'events', 'leaderboards', 'zones'],
  ...['figures', 'why', 'replay', 'consumer', 'server', 'setup', 'console', 'mcp'],
]

/** Parsing all files takes a second. */
let demo: ImportGraph | undefined
const demoGraph = () => (demo ??= importGraph(['demo']))

const platformFolder = (path: string) => /^demo\/platform\/([^/]+)\//.exec(path)?.[1]

test.each(
  PLATFORM_LAYERS.map((folder, layer) => [folder, layer] as const),
)('the folder %s of the platform imports lower ones only', (folder, layer) => {
  const files = [...demoGraph()].filter(([path]) => platformFolder(path) === folder)
  expect(files.length).toBeGreaterThan(1)
  for (const [path, imported] of files) {
    const others = imported.map(platformFolder).filter(each => each !== undefined && each !== folder)
    expect([path, others.filter(each => !PLATFORM_LAYERS.slice(0, layer).includes(each!))]).toEqual([path, []])
  }
})

test('every folder of the platform that has code has a layer', () => {
  const folders = [...demoGraph().keys()].map(platformFolder).filter(folder => folder !== undefined)
  expect([...new Set(folders)].filter(folder => folder !== 'pages').sort()).toEqual([...PLATFORM_LAYERS].sort())
})

describe('the import graph', () => {
  test.each(
    WITHOUT_CYCLES.map(folders => [folders.join(', '), folders] as const),
  )('of %s has no cycle', (_, folders) => {
    const graph = importGraph(folders)
    expect(graph.size).toBeGreaterThan(10)
    expect(cyclesIn(graph)).toEqual([])
  })

  test.each([
    ['a value', `import { a } from './a.js'`],
    ['a side effect', `import './a.js'`],
    ['a type', `import type { A } from './a.js'`],
    ['a type among values', `import { type A, b } from './a.js'`],
    ['a type in place', `const a: import('./a.js').A = 1`],
    ['a re-export', `export { a } from './a.js'`],
    ['a re-export of everything', `export * from './a.js'`],
    ['a re-export of a type', `export type { A } from './a.js'`],
    ['a lazy import', `const a = () => import('./a.js')`],
    ['a lazy import of a template', 'const a = () => import(`./a.js`)'],
  ])('contains %s', (_, code) => {
    expect(importsIn('b.ts', code)).toEqual(['./a.js'])
  })

  test('contains no packages, comments or strings', () => {
    const code = `import 'hono'\n// import './a.js'\nconst text = "import('./b.js')"`
    expect(importsIn('b.ts', code)).toEqual([])
  })

  test.each([
    ['frameworks/svelte/RewardsZone.svelte', './svelte-zone.js'],
    ['demo/vue/src/App.vue', './AccountBar.vue'],
  ])('contains the imports of the component %s', (path, specifier) => {
    expect(importsIn(path, readCode(path))).toContain(specifier)
  })

  test('resolves a specifier to the source file', () => {
    expect(importGraph(['test/package']).get('test/package/import-graph.test.ts')).toEqual([
      'test/package/import-graph.ts',
    ])
  })

  test('has a cycle if files import each other, directly or through others', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', ['e']],
      ['e', ['e']],
      ['f', ['a', 'd']],
    ])
    expect(cyclesIn(graph)).toEqual([['e'], ['a', 'b', 'c']])
  })
})
