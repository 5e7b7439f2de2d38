import { describe, expect, test } from 'vitest'
import { filesUnder, importsWithKind, readCode, resolveImport } from './import-graph.js'

/** The layers of `src/`, from the bottom up: a file imports from the rooms of its own layer or a lower one, types included. */
const LAYERS = [
  ['base'],
  ['error'],
  ['settings', 'diagnostics', 'analytics'],
  ['token'],
  ['http'],
  ['session', 'consent'],
  ['outbox'],
  ['native', 'page', 'resources'],
  ['kernel'],
]

/** Functions without state: a second copy of them in the widgets does no harm. */
const STATELESS = /^src\/((base|error|diagnostics)\/.*|token\/consumer|kernel\/early-zone)\.ts$/

/** The element of a demo creates its own runtime, lazily. */
const DEMO_RUNTIME = /^src\/demo-runtime\.ts$/

interface Edge {
  from: string
  to: string
  kind: 'type' | 'value' | 'lazy'
}

/** The doors of the package lie above all rooms. -1 for a file in a room that has no layer. */
function layerOf(path: string) {
  const [, room] = /^src\/([\w-]+)\//.exec(path) ?? []
  return room ? LAYERS.findIndex(rooms => rooms.includes(room)) : LAYERS.length
}

const edgesOf = (from: string, code: string): Edge[] =>
  importsWithKind(from, code).map(({ specifier, kind }) => ({ from, to: resolveImport(from, specifier), kind }))

const isUpward = ({ from, to, kind }: Edge) =>
  kind !== 'lazy' && [from, to].every(path => path.startsWith('src/')) && layerOf(to) > layerOf(from)

/** The folders whose code is published. */
const FOLDERS = ['src', 'widgets', 'frameworks', 'testing', 'debug']

const files = FOLDERS.flatMap(filesUnder)
const edges = files.flatMap(path => edgesOf(path, readCode(path)))

const folderOf = (path: string) => path.split('/')[0]!
/** Imports that lead from one folder to another. */
const between = (from: string, to: string) =>
  edges.filter(edge => folderOf(edge.from) === from && folderOf(edge.to) === to)

/** What the entries for frameworks import by value: the entries of the package, by their names, and functions without state, as copies. */
const FRAMEWORK_VALUES =
  /^(src\/(base\/(attempt|is-near)|diagnostics\/(describe-unknown-key|different-options)|token\/consumer|index|error\/error)|widgets\/(index|headless\/index|page-values))\.ts$/
/** What they import as types: the public types of the runtime, and those of the element. */
const FRAMEWORK_TYPES =
  /^(src\/api|widgets\/(frameworks\/[\w-]+|messages\/messages|rewards-zone-element|zone-event-map))\.ts$/

const isForFrameworks = ({ kind, to }: Edge) =>
  FRAMEWORK_VALUES.test(to) || (kind === 'type' && FRAMEWORK_TYPES.test(to))

/** The framework that a file is for. */
const frameworkOf = (path: string) => /^frameworks\/(\w+)\//.exec(path)?.[1]

describe('the layers of src', () => {
  test('contain every file', () => {
    expect(files.filter(path => path.startsWith('src/') && layerOf(path) < 0)).toEqual([])
  })

  test('import downwards', () => {
    expect(edges.length).toBeGreaterThan(300)
    expect(edges.filter(isUpward)).toEqual([])
  })

  test('would not hide an upward import', () => {
    expect(edgesOf('src/token/token.ts', "import { send } from '../http/send.js'").filter(isUpward)).toHaveLength(1)
    expect(edgesOf('src/http/send.ts', "import type { Zone } from '../zone.js'").filter(isUpward)).toHaveLength(1)
  })

  test('have lazy imports in the loaders only', () => {
    const lazy = edges.filter(({ from, kind }) => kind === 'lazy' && from.startsWith('src/'))
    expect(new Set(lazy.map(({ from }) => from))).toEqual(
      new Set(['src/kernel/imports.npm.ts', 'src/kernel/load.npm.ts']),
    )
  })

  test('share no module with the widgets except those that the loaders import lazily', () => {
    const across = between('src', 'widgets')
    expect(across.filter(({ kind }) => kind !== 'lazy')).toEqual([])
  })

  test('give the widgets types and stateless functions; the runtime comes as an argument', () => {
    const across = between('widgets', 'src')
    expect(across.filter(({ kind, to }) => kind !== 'type' && !STATELESS.test(to) && !DEMO_RUNTIME.test(to))).toEqual(
      [],
    )
  })
})

describe('the entries for frameworks', () => {
  const own = edges.filter(({ from }) => folderOf(from) === 'frameworks')
  const outward = own.filter(({ to }) => folderOf(to) !== 'frameworks')

  test('import the entries of the package and the types of the element, and nothing else of it', () => {
    expect(new Set(outward.map(({ to }) => folderOf(to)))).toEqual(new Set(['src', 'widgets']))
    expect(outward.filter(edge => !isForFrameworks(edge))).toEqual([])
  })

  test('import nothing of each other, and what they share imports nothing of them', () => {
    const foreign = own.filter(({ from, to }) => frameworkOf(to) && frameworkOf(to) !== frameworkOf(from))
    expect(foreign).toEqual([])
  })

  test.each([
    ['of a value', `import { createToken } from '../../src/token/token.js'`],
    ['of a type', `import type { Token } from '../../src/token/token.js'`],
    ['of a module of the widgets', `import { renderZone } from '../../widgets/render-zone.js'`],
    ['of the value of a type', `import { RewardsZoneElement } from '../../widgets/rewards-zone-element.js'`],
  ])('would not hide an import %s', (_, code) => {
    expect(edgesOf('frameworks/vue/use-zone.ts', code).filter(isForFrameworks)).toEqual([])
  })
})

describe('the testing kit', () => {
  test('imports public types, and functions that know nothing of rewards: it must not share the code that it tests', () => {
    const outward = edges.filter(({ from, to }) => folderOf(from) === 'testing' && folderOf(to) !== 'testing')
    expect(outward.length).toBeGreaterThan(0)
    const isAllowed = ({ kind, to }: Edge) => (kind === 'type' ? to === 'src/api.ts' : to.startsWith('src/base/'))
    expect(outward.filter(edge => !isAllowed(edge))).toEqual([])
  })
})

describe('the inspector', () => {
  test('imports public types and functions that know nothing of rewards, and its version: it follows a runtime from outside', () => {
    const outward = edges.filter(({ from, to }) => folderOf(from) === 'debug' && folderOf(to) !== 'debug')
    expect(outward.length).toBeGreaterThan(0)
    const isAllowed = ({ kind, to }: Edge) =>
      kind === 'type' ? to === 'src/api.ts' : /^(src\/base\/|package\.json)/.test(to)
    expect(outward.filter(edge => !isAllowed(edge))).toEqual([])
  })

  test('is imported by nothing', () => {
    expect(edges.filter(({ from, to }) => folderOf(to) === 'debug' && folderOf(from) !== 'debug')).toEqual([])
  })
})

test.each([
  'src',
  'widgets',
])('%s imports nothing of the entries for frameworks, and the demo of the testing kit lazily', folder => {
  const isDemo = ({ kind, to }: Edge) => kind === 'lazy' && to === 'testing/demo.ts'
  expect([...between(folder, 'frameworks'), ...between(folder, 'testing').filter(edge => !isDemo(edge))]).toEqual([])
})
