import { describe, expect, test } from 'vitest'
import { filesUnder, importsWithKind, readCode, resolveImport } from './import-graph.js'

/**
 * The layers of `src/`, from the bottom up: a file imports from its own layer or a lower one, types included. The first pattern that fits
 * a path says its layer.
 */
const LAYERS: [name: string, pattern: RegExp][] = [
  [
    'leaves',
    /^src\/(app|attempt|describe-no-object|describe-unknown-key|environment|from-markup|in-time|join-run|copy-text|early-answer|limit|load-part|local-storage|nearest-name|options|own-script|parse-object|random-id|runtime-key|runtime-target|safe-document|script-folder|script-options|text-of|theme|tracked-link|when-idle|widget-name|with-lock)\.ts$/,
  ],
  ['leaves', /^src\/(erase-\w+|console|http\/error(-code)?)\.ts$/],
  ['token', /^src\/(token\/.*|consumer)\.ts$/],
  ['http', /^src\/http\//],
  ['session', /^src\/((session|consent)\/.*|event-url)\.ts$/],
  ['outbox', /^src\/outbox\//],
  ['calls', /^src\/((native|resources)\/.*|calls|markup|mount|share|storage|tabs|track|zone)\.ts$/],
  ['runtime', /^src\/(early-zone|facade|loaders|queue|resource-calls|rewards|start-runtime)\.ts$/],
  ['wiring', /^src\/(connect|server-runtime)\.ts$/],
  [
    'doors',
    /^src\/(api|check-element|check-option-names|early|index|script|send-early|start-script|zones|loaders\.(npm|script|zones))\.ts$/,
  ],
]
const ORDER = [...new Set(LAYERS.map(([name]) => name))]

/** Functions without state: a second copy of them in the widgets does no harm. */
const STATELESS =
  /^src\/(attempt|consumer|copy-text|describe-no-object|describe-unknown-key|early-zone|erase-appearance|http\/error|parse-object|random-id|safe-document|tracked-link)\.ts$/

interface Edge {
  from: string
  to: string
  kind: 'type' | 'value' | 'lazy'
}

const layerOf = (path: string) => ORDER.indexOf(LAYERS.find(([, pattern]) => pattern.test(path))?.[0] ?? '')

const edgesOf = (from: string, code: string): Edge[] =>
  importsWithKind(from, code).map(({ specifier, kind }) => ({ from, to: resolveImport(from, specifier), kind }))

const isUpward = ({ from, to, kind }: Edge) =>
  kind !== 'lazy' && [from, to].every(path => path.startsWith('src/')) && layerOf(to) > layerOf(from)

/** The folders whose code is published. */
const FOLDERS = ['src', 'widgets', 'frameworks', 'testing']

const files = FOLDERS.flatMap(filesUnder)
const edges = files.flatMap(path => edgesOf(path, readCode(path)))

const folderOf = (path: string) => path.split('/')[0]!
/** Imports that lead from one folder to another. */
const between = (from: string, to: string) =>
  edges.filter(edge => folderOf(edge.from) === from && folderOf(edge.to) === to)

/** What the entries for frameworks import by value: the entries of the package, by their names, and functions without state, as copies. */
const FRAMEWORK_VALUES = /^(src\/(consumer|index|http\/error)|widgets\/(index|page-values))\.ts$/
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

  test('have lazy imports in the loaders only, and where mistakes are found', () => {
    const lazy = edges.filter(({ from, kind }) => kind === 'lazy' && from.startsWith('src/'))
    expect(new Set(lazy.map(({ from }) => from))).toEqual(
      new Set(['src/check-option-names.ts', 'src/loaders.npm.ts', 'src/loaders.zones.ts']),
    )
  })

  test('share no module with the widgets except those that the loaders import lazily', () => {
    const across = between('src', 'widgets')
    expect(across.filter(({ kind }) => kind !== 'lazy')).toEqual([])
  })

  test('give the widgets types and stateless functions; the runtime comes as an argument', () => {
    const across = between('widgets', 'src')
    expect(across.filter(({ kind, to }) => kind !== 'type' && !STATELESS.test(to))).toEqual([])
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
  test('imports public types only: it is a platform, and must not share the code that it tests', () => {
    const outward = edges.filter(({ from, to }) => folderOf(from) === 'testing' && folderOf(to) !== 'testing')
    expect(outward.length).toBeGreaterThan(0)
    expect(outward.filter(({ kind, to }) => kind !== 'type' || to !== 'src/api.ts')).toEqual([])
  })
})

test.each(['src', 'widgets'])('%s imports neither the entries for frameworks nor the testing kit', folder => {
  expect([...between(folder, 'frameworks'), ...between(folder, 'testing')]).toEqual([])
})
