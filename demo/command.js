import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Runs before the dependencies are installed: only Node's own modules can be imported here.

export { CommandError, closeOnSignal, portError, readArguments, runCommand } from './platform/command/command.js'

export const root = join(import.meta.dirname, '..')

/**
 * Loads a TypeScript module of the demo. Node 20 cannot read TypeScript, so Vite bundles it first: that takes a tenth of the time that it needs to
 * load one module after the other. Node loads the packages in `external` by their names.
 */
export async function loadModule(file, { external = [] } = {}) {
  const { path, remove } = await bundleModule(file, { external })
  try {
    process.setSourceMapsEnabled(true)
    return await import(pathToFileURL(path))
  } finally {
    await remove()
  }
}

/** Bundles a TypeScript module for Node, without the packages in `external`. Returns the path of the bundle, and a function that removes it. */
export async function bundleModule(file, { external = [] } = {}) {
  // Not at the top of the file: the command may have installed Vite only now.
  const { build } = await import('vite')
  // Inside the project, where Node finds the packages. Several commands may run at once.
  const folder = join(root, 'node_modules/.cache/commands', `${process.pid}-${Date.now()}`)
  const output = { entryFileNames: 'main.js', codeSplitting: false }
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      resolve: { tsconfigPaths: true },
      ssr: { external },
      plugins: [keepFolders],
      build: { ssr: join(root, file), outDir: folder, minify: false, sourcemap: 'inline', rolldownOptions: { output } },
    })
    return { path: join(folder, 'main.js'), remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** In the bundle, each module still finds the files beside its source. */
const keepFolders = {
  name: 'keep-folders',
  transform: (code, id) =>
    id.startsWith(root) && !id.includes('/node_modules/')
      ? code.replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      : null,
}
