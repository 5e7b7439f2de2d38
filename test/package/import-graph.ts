// Which file imports which, for the tests of layers and cycles.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

/** For each file, the files it imports. */
export type ImportGraph = Map<string, string[]>

/** Builds the graph of the TypeScript files and components in `folders`. An import of a file outside these folders is not part of it. */
export function importGraph(folders: string[]): ImportGraph {
  const paths = folders.flatMap(filesUnder)
  const files = new Set(paths)
  return new Map(
    paths.map(path => {
      const targets = importsIn(path, readCode(path)).map(specifier => resolveImport(path, specifier))
      return [path, targets.filter(target => files.has(target))]
    }),
  )
}

/** An import of another file of the project. */
export interface Import {
  specifier: string
  /** Erased by the compiler, loaded with the module, or loaded by `import()`. */
  kind: 'type' | 'value' | 'lazy'
}

/** Reads the code of a file: of a component for Vue or Svelte, its scripts. */
export function readCode(path: string): string {
  const text = readFileSync(path, 'utf8')
  if (!COMPONENT.test(path)) return text
  return [...text.matchAll(/^<script[^>]*>$(.*?)^<\/script>$/gms)].map(([, script]) => script).join('\n')
}

const COMPONENT = /\.(svelte|vue)$/

/** Lists the relative specifiers that a module imports: values, types, re-exports, `import()` and `import('…').Type`. */
export const importsIn = (path: string, code: string): string[] => [
  ...new Set(importsWithKind(path, code).map(({ specifier }) => specifier)),
]

/** The same, each with its kind. */
export function importsWithKind(path: string, code: string): Import[] {
  const { program, errors } = parseSync(path.replace(COMPONENT, '.ts'), code)
  if (errors.length) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
  const imports: Import[] = []
  const add = (source: ESTree.Expression | null, kind: Import['kind']) => {
    const specifier = textOf(source)
    if (specifier?.startsWith('.')) imports.push({ specifier, kind })
  }
  new Visitor({
    ImportDeclaration: ({ source, importKind }) => add(source, importKind ?? 'value'),
    ExportNamedDeclaration: ({ source, exportKind }) => add(source, exportKind ?? 'value'),
    ExportAllDeclaration: ({ source, exportKind }) => add(source, exportKind ?? 'value'),
    ImportExpression: ({ source }) => add(source, 'lazy'),
    TSImportType: ({ source }) => add(source, 'type'),
  }).visit(program)
  return imports
}

/** The text of a string. Minified code has templates in place of strings. */
function textOf(source: ESTree.Expression | null) {
  if (source?.type === 'TemplateLiteral' && !source.expressions.length) return source.quasis[0]?.value.cooked
  return source?.type === 'Literal' && typeof source.value === 'string' ? source.value : undefined
}

/**
 * Lists the groups of files that can all reach each other (Tarjan's strongly connected components), without the groups
 * of a single file that does not import itself.
 */
export function cyclesIn(graph: ImportGraph): string[][] {
  const cycles: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const visit = (path: string) => {
    order.set(path, order.size)
    lowest.set(path, order.get(path)!)
    stack.push(path)
    for (const target of graph.get(path)!) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!))
    }
    if (lowest.get(path) !== order.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1 || graph.get(path)!.includes(path)) cycles.push(group.sort())
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return cycles
}

export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(tsx?|svelte|vue)$/.test(path) && !INSTALLED.test(path))
    .map(path => join(folder, path))
}

/** Packages, and what is built. */
const INSTALLED = /\/(node_modules|\.next|dist)\//

/** Finds the source file behind a specifier: TypeScript files are imported by the name of their output, `x.js`. */
export function resolveImport(from: string, specifier: string): string {
  const path = normalize(join(dirname(from), specifier))
  return [path.replace(/\.jsx?$/, '.ts'), path.replace(/\.jsx?$/, '.tsx')].find(existsSync) ?? path
}
