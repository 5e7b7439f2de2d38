// The element of the script tag and its views are built apart: the element may come from three addresses, the views come from the folder of the build.

import { parse, resolve } from 'node:path'
import type { Plugin } from 'vite'

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

/** The runtime of demos. The script tag has a file for it, beside the views. */
const DEMO_RUNTIME = '../src/demo-runtime.js'

/** What that runtime imports, and no view does. */
const DEMO = resolve('testing/demo.ts')

/** Builds the files that the element loads later, and what the runtime of demos needs. */
export const buildLazyFiles: Plugin = {
  name: 'build-lazy-files',
  enforce: 'pre',
  buildStart() {
    for (const [name, id] of [...lazyFiles, ['demo', DEMO] as const]) this.emitFile({ type: 'chunk', id, name })
  },
  resolveId: source => (source === DEMO_RUNTIME ? { id: './runtime.js', external: true } : null),
}
