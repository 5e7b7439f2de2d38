// A file of the script tag that loads later imports nothing statically, because a failed static import cannot be repeated. It takes what it shares with the
// file that loads it from a list, which that file has stored in the page.

import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Plugin, parseSync, Visitor } from 'vite'

/** Comes before the path of a module of which the list has a part, and before that of its importer. */
const SHARED = '\0shared:'
const LIST = '\0list:'

interface Options {
  /** The list is stored under the name of the build's folder, and this. */
  suffix: string
  /** Whether the build makes one file: then its modules read the list once. In a build of several files, none may wait for another. */
  isOneFile: boolean
}

/** Makes each import of a name in the list of `file` a read of that list. What the list lacks of a module is copied. */
export function readFromList(file: string, { suffix, isOneFile }: Options): Plugin {
  const path = resolve(file)
  /** The names in the list from each module, with their places. */
  const places = new Map<string, [name: string, place: number][]>()
  return {
    name: 'read-from-list',
    enforce: 'pre',
    async buildStart() {
      places.clear()
      const sources = new Map<string, string>()
      const names: string[] = []
      new Visitor({
        ImportDeclaration: ({ source, specifiers }) => {
          for (const { local } of specifiers) sources.set(local.name, source.value)
        },
        ArrayExpression: ({ elements }) => {
          for (const element of elements) if (element?.type === 'Identifier') names.push(element.name)
        },
      }).visit(parseSync(path, await readFile(path, 'utf8')).program)
      for (const [place, name] of names.entries()) {
        const { id } = (await this.resolve(sources.get(name)!, path))!
        places.set(id, [...(places.get(id) ?? []), [name, place]])
      }
    },
    async resolveId(source, importer) {
      if (source.startsWith(LIST)) return source
      if (!importer) return null
      if (importer.startsWith(SHARED)) return { id: source, moduleSideEffects: false }
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found && places.has(found.id) ? SHARED + [found.id, isOneFile ? '' : importer].join('|') : null
    },
    load(id) {
      if (id.startsWith(LIST))
        return `export const list = globalThis[Symbol.for(import.meta.url.split('/').slice(-3, -1).join('/') + '${suffix}')]`
      if (!id.startsWith(SHARED)) return null
      const [module = '', importer] = id.slice(SHARED.length).split('|')
      return [
        `import { list } from ${JSON.stringify(LIST + importer)}`,
        ...places.get(module)!.map(([name, place]) => `export const ${name} = list[${place}]`),
        `export * from ${JSON.stringify(module)}`,
      ].join('\n')
    },
  }
}
