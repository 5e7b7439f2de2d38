import { readdirSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { beforeAll, describe, expect, test } from 'vitest'
import { brotliBytes } from './brotli-bytes.js'
import { importsWithKind } from './import-graph.js'

/** A file names the folder of its build, whose hash compresses better or worse by chance: the size must not depend on it. */
const HASH_IN_NAME = /(rewards-[\d.]+\/)[\da-f]{8}\b/g

const bytesOf = (file: string) => brotliBytes(readFileSync(`dist/${file}`, 'utf8').replace(HASH_IN_NAME, '$100000000'))

// The limit of each file, and what it is for. Before a commit raises one, it says what it has taken away first.

/** What every page needs at once, and the element with the first widget. The sum binds, too. */
const FIRST_WIDGET: [pattern: RegExp, budget: number][] = [
  [/^rewards\.js$/, 15_530],
  [/widgets\.js$/, 13_460],
]
const FIRST_WIDGET_BUDGET = 28_950
/** The calls of the resources. zod checks their answers. */
const RESOURCES: [RegExp, number] = [/\/resources\.js$/, 10_340]
/** The delivery of events. */
const EVENTS: [RegExp, number] = [/\/events\.js$/, 6_800]
/** Who the consumer is: everything about a second token. */
const IDENTITY: [RegExp, number] = [/\/identity\.js$/, 4_250]
/**
 * Code of the runtime that several files contain, in characters: two lazy files share nothing but what `rewards.js` hands to both. The aim is 1 kB.
 */
const REPEATED_CODE = 4_700
/** What several views need, in files that they import statically. */
const SHARED_BY_VIEWS = ['./kit.js', './reward.js']
/** A platform of its own, only for a page with `<rewards-zone demo>`. */
const DEMO: [RegExp, number] = [/\/demo\.js$/, 5_920]
/** The inspector, with Preact: only for a page whose address asks for it. */
const INSPECTOR: [RegExp, number] = [/\/inspector\.js$/, 13_800]
/** The fields of a form, their checks and their style sheet. What only some forms need is in `choice.js`. */
const FORM: [RegExp, number] = [/\/form-view\.js$/, 4_096]
/** The launcher, the tabs and the home list of a panel. Its dialog comes with `cta-view.js`. */
const PANEL: [RegExp, number] = [/\/panel-view\.js$/, 4_096]
/** Each further widget, and each other part that is loaded on demand. */
const ON_DEMAND: [RegExp, number] = [/\.js$/, 4_032]

let files: string[]

beforeAll(() => {
  files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(name =>
    /^rewards(-widgets|-[^/]+\/\w+\/.*)?\.js$/.test(name),
  )
})

const budgetOf = (file: string) =>
  [...FIRST_WIDGET, RESOURCES, EVENTS, IDENTITY, DEMO, INSPECTOR, FORM, PANEL, ON_DEMAND].find(([pattern]) =>
    pattern.test(file),
  )![1]

/** How many characters of a file come from each module of `src/`. */
function modulesIn(file: string): Map<string, number> {
  const map = new SourceMap(JSON.parse(readFileSync(`dist/${file}.map`, 'utf8')))
  const characters = new Map<string, number>()
  for (const [line, text] of readFileSync(`dist/${file}`, 'utf8').split('\n').entries())
    for (let column = 0; column < text.length; column++) {
      const entry = map.findEntry(line, column)
      // Code that the bundler adds comes from no module.
      const source: string | undefined = 'originalSource' in entry ? entry.originalSource : undefined
      const module = source?.replace(/^(\.\.\/)+/, '') ?? ''
      if (module.startsWith('src/')) characters.set(module, (characters.get(module) ?? 0) + 1)
    }
  return characters
}

/** The modules that several of these files contain, with the characters of all copies but the largest. */
function repeatedIn(files: string[]): [module: string, characters: number][] {
  const copies = files.flatMap(file => [...modulesIn(file)])
  const modules = [...new Set(copies.map(([module]) => module))].map(module => {
    const sizes = copies.filter(([name]) => name === module).map(([, size]) => size)
    return [module, sizes.reduce((sum, size) => sum + size, 0) - Math.max(...sizes)] as [string, number]
  })
  return modules.filter(([, size]) => size).sort(([, a], [, b]) => b - a)
}

describe('the files of the script tag', () => {
  test('are within their limits, in bytes of brotli', () => {
    const rows = files.map(file => ({ file, bytes: bytesOf(file), budget: budgetOf(file) }))
    console.table(rows)
    expect(rows.filter(({ bytes, budget }) => bytes > budget)).toEqual([])
  })

  test('for the first widget are within their limit together', () => {
    // A page loads the element from one of its two addresses.
    const parts = [/^rewards\.js$/, /^rewards-widgets\.js$/].map(pattern => files.filter(file => pattern.test(file)))
    for (const found of parts) expect(found).toHaveLength(1)
    const total = parts.flat().reduce((sum, file) => sum + bytesOf(file), 0)
    console.info(`first widget: ${total} of ${FIRST_WIDGET_BUDGET} bytes`)
    expect(total).toBeLessThanOrEqual(FIRST_WIDGET_BUDGET)
  })

  test('repeat little of each other', () => {
    // This file is `widgets.js` at another address.
    const repeated = repeatedIn(files.filter(file => file !== 'rewards-widgets.js'))
    console.table(repeated)
    const total = repeated.reduce((sum, [, size]) => sum + size, 0)
    expect(total, 'the code that several files contain').toBeLessThanOrEqual(REPEATED_CODE)
    expect(repeated).not.toEqual([])
  })

  // A browser remembers that a static import has failed, and the file that imports cannot repeat it.
  test('import nothing statically, except the views what they share', () => {
    const imported = files.flatMap(file =>
      importsWithKind(file, readFileSync(`dist/${file}`, 'utf8'))
        .filter(({ kind }) => kind === 'value')
        .map(({ specifier }) => `${file.replace(/.*\//, '')} imports ${specifier}`),
    )
    expect(imported.filter(text => !/^[\w-]+-(view|panel)\.js imports |^reward\.js imports /.test(text))).toEqual([])
    expect([...new Set(imported.map(text => text.replace(/.* /, '')))].sort()).toEqual(SHARED_BY_VIEWS)
  })

  test('never turn text into markup or code', () => {
    for (const file of files) {
      const code = readFileSync(`dist/${file}`, 'utf8')
      expect(code, file).not.toMatch(/\beval\(|new Function|document\.write|insertAdjacentHTML/)
    }
  })
})
