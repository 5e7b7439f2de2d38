import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { filesUnder, importsWithKind, resolveImport } from './import-graph.js'

/**
 * The layers of `src/`, from the bottom up: a file imports from its own layer or a lower one, types included. The first pattern that fits
 * a path says its layer.
 */
const LAYERS: [name: string, pattern: RegExp][] = [
  [
    'leaves',
    /^src\/(app|attempt|environment|from-markup|in-time|copy-text|early-answer|limit|load-part|local-storage|once|options|own-script|parse-object|random-id|runtime-key|runtime-target|safe-document|script-folder|script-options|text-of|theme|tracked-link|when-idle|widget-name|with-lock)\.ts$/,
  ],
  ['leaves', /^src\/(erase-\w+|console|http\/error(-code)?)\.ts$/],
  ['token', /^src\/(token\/.*|consumer)\.ts$/],
  ['http', /^src\/http\//],
  ['session', /^src\/((session|consent)\/.*|event-url)\.ts$/],
  ['outbox', /^src\/outbox\//],
  ['calls', /^src\/((native|resources)\/.*|calls|markup|mount|share|storage|tabs|track|zone)\.ts$/],
  ['runtime', /^src\/(early-zone|facade|loaders|queue|resource-calls|rewards|start-runtime)\.ts$/],
  ['wiring', /^src\/(connect|server-runtime)\.ts$/],
  ['doors', /^src\/(api|early|index|script|send-early|start-script|zones|loaders\.(npm|script|zones))\.ts$/],
]
const ORDER = [...new Set(LAYERS.map(([name]) => name))]

/** Functions without state: a second copy of them in the widgets does no harm. */
const STATELESS =
  /^src\/(attempt|consumer|copy-text|early-zone|erase-appearance|http\/error|parse-object|random-id|safe-document|tracked-link)\.ts$/

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

const files = [...filesUnder('src'), ...filesUnder('widgets')]
const edges = files.flatMap(path => edgesOf(path, readFileSync(path, 'utf8')))

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
    expect(new Set(lazy.map(({ from }) => from))).toEqual(new Set(['src/loaders.npm.ts', 'src/loaders.zones.ts']))
  })

  test('share no module with the widgets except those that the loaders import lazily', () => {
    const across = edges.filter(({ from, to }) => from.startsWith('src/') && to.startsWith('widgets/'))
    expect(across.filter(({ kind }) => kind !== 'lazy')).toEqual([])
  })

  test('give the widgets types and stateless functions; the runtime comes as an argument', () => {
    const across = edges.filter(({ from, to }) => from.startsWith('widgets/') && to.startsWith('src/'))
    expect(across.filter(({ kind, to }) => kind !== 'type' && !STATELESS.test(to))).toEqual([])
  })
})
