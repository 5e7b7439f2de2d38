import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

/** From the ground up: a file imports from its own floor or a lower one. The first pattern that fits a path says its floor. */
const FLOORS: [floor: number, pattern: RegExp][] = [
  [
    0,
    /^src\/(http\/error(-code)?|options|own-script|load-part|safe-document|from-markup|logout-mark|(chunks|page)(\.script)?)\.ts$/,
  ],
  [1, /^src\/token\//],
  [2, /^src\/http\//],
  [3, /^src\/(outbox|native)\//],
  [5, /^src\/rewards\.ts$/],
  [6, /^src\/(index|script)\.ts$/],
  [4, /^src\//],
]
/** Functions without state: a second copy of them in the widgets does no harm. */
const STATELESS = /^src\/(safe-document|erase-appearance|token\/document-cookie)\.ts$/
const floorOf = (path: string) => FLOORS.find(([, pattern]) => pattern.test(path))![0]

interface Import {
  from: string
  to: string
  kind: 'value' | 'type' | 'lazy'
}

function importsIn(from: string, code: string): Import[] {
  const found: Import[] = []
  for (const [, type, path] of code.matchAll(
    /^(?:import|export)\b(\s+type\b)?(?:[^'"=]*\bfrom)?\s*['"](\.[^'"]+)['"]/gm,
  ))
    found.push({ from, to: resolve(from, path!), kind: type ? 'type' : 'value' })
  for (const [, path] of code.matchAll(/\bimport\(\s*['"](\.[^'"]+)['"]/g))
    found.push({ from, to: resolve(from, path!), kind: 'lazy' })
  return found
}

const resolve = (from: string, path: string) => normalize(join(dirname(from), path)).replace(/\.js$/, '.ts')

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path))
    .map(path => join(folder, path))
}

const imports = [...filesUnder('src'), ...filesUnder('widgets')].flatMap(path =>
  importsIn(path, readFileSync(path, 'utf8')),
)
const upward = ({ from, to, kind }: Import) =>
  kind !== 'lazy' && [from, to].every(path => path.startsWith('src/')) && floorOf(to) > floorOf(from)

describe('the floors of the house', () => {
  test('imports point down: doors, rewards, verbs and resources, outbox, http, token', () => {
    expect(imports.length).toBeGreaterThan(40)
    expect(imports.filter(upward)).toEqual([])
  })

  test('an upward import would be seen', () => {
    expect(importsIn('src/token/token.ts', "import { send } from '../http/send.js'").filter(upward)).toHaveLength(1)
    expect(importsIn('src/http/send.ts', "import type { Zone } from '../zone.js'").filter(upward)).toHaveLength(1)
  })

  test('what is fetched on first use is named in chunks.ts alone', () => {
    const lazy = imports.filter(({ from, kind }) => kind === 'lazy' && from.startsWith('src/'))
    expect(new Set(lazy.map(({ from }) => from))).toEqual(new Set(['src/chunks.ts', 'src/chunks.script.ts']))
  })

  test('src imports nothing of the widgets, save what it fetches on first use', () => {
    const across = imports.filter(({ from, to }) => from.startsWith('src/') && to.startsWith('widgets/'))
    expect(across.filter(({ kind }) => kind === 'value')).toEqual([])
  })

  test('the widgets see the runtime as an argument: they import nothing but types and stateless functions from src', () => {
    const across = imports.filter(({ from, to }) => from.startsWith('widgets/') && to.startsWith('src/'))
    expect(across.filter(({ kind, to }) => kind !== 'type' && !STATELESS.test(to))).toEqual([])
  })
})
