// The element of the script tag and its views are built apart: the element may come from three addresses, the views come from the folder of the build.

import { readFile } from 'node:fs/promises'
import { parse, resolve } from 'node:path'
import { type Plugin, parseSync, Visitor } from 'vite'

/** The files that the element loads later, by their names. The build of the views follows that of the element. */
const lazyFiles = new Map<string, string>()

/** Has the element load its files from the folder of the build. `pathToFolder` is the path of that folder from the file of the element. */
export const nameLazyFiles = (pathToFolder: (environment: string) => string): Plugin => ({
  name: 'name-lazy-files',
  async resolveDynamicImport(specifier, importer) {
    const found = await this.resolve(String(specifier), importer)
    const { name } = parse(found!.id)
    lazyFiles.set(name, found!.id)
    return { id: `${pathToFolder(this.environment.name)}${name}.js`, external: true }
  },
})

/** The file with the list of what the element shares with its views. */
const SHARED = resolve('widgets/shared.ts')

/** The object that the list is, in a view: the element has stored it under the name of the build's folder. */
const LIST = `globalThis[Symbol.for(import.meta.url.split('/').slice(-3, -1).join('/'))]`

/** The runtime of demos. The script tag has a file for it, beside the views. */
const DEMO_RUNTIME = '../src/demo-runtime.js'

/** What that runtime imports, and no view does. */
const DEMO = resolve('testing/demo.ts')

/** A view imports Preact and the kit as usual. In the files of the script tag, each of these imports becomes a read of the list. */
export function shareWithViews(): Plugin {
  const names: string[] = []
  const modules = new Set<string>()
  return {
    name: 'share-with-views',
    enforce: 'pre',
    async buildStart() {
      for (const [name, id] of [...lazyFiles, ['demo', DEMO] as const]) this.emitFile({ type: 'chunk', id, name })
      const sources: string[] = []
      new Visitor({
        ImportDeclaration: ({ source }) => void sources.push(source.value),
        ArrayExpression: ({ elements }) => {
          for (const element of elements) if (element?.type === 'Identifier') names.push(element.name)
        },
      }).visit(parseSync(SHARED, await readFile(SHARED, 'utf8')).program)
      for (const source of sources) modules.add((await this.resolve(source, SHARED))!.id)
    },
    async resolveId(source, importer) {
      if (!importer || importer.startsWith('\0')) return null
      if (source === DEMO_RUNTIME) return { id: './runtime.js', external: true }
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && modules.has(found.id) ? `\0shared:${importer}` : null
    },
    load: id =>
      id.startsWith('\0shared:')
        ? [`const list = ${LIST}`, ...names.map((name, index) => `export const ${name} = list[${index}]`)].join('\n')
        : null,
  }
}
