import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

// Runs before the dependencies are installed: only Node's own modules can be imported here.

export const root = join(import.meta.dirname, '..')

const LAST_PORT = 65_535

/** An error that the user can fix. Commands print its message without a stack. */
export class CommandError extends Error {}

/** Runs a command. If the command fails, prints the error and ends the process with status 1. */
export async function runCommand(command) {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error)
    process.exit(1)
  }
}

/**
 * Parses the arguments of a command, with the configuration of `parseArgs`. Throws a `CommandError` that shows the usage. With `--help`, prints
 * `help` and ends the process.
 */
export function readArguments(config, usage, help = usage) {
  try {
    const options = { ...config.options, help: { type: 'boolean', short: 'h' } }
    const {
      values: { help: needsHelp, ...values },
      positionals,
    } = parseArgs({ ...config, options })
    if (needsHelp) {
      console.log(help)
      process.exit(0)
    }
    return { positionals, ...values, ...('port' in values && { port: readPort(values.port) }) }
  } catch ({ message }) {
    // The first sentence names the argument. Node adds advice that does not help here.
    throw new CommandError(`${message.split('. ')[0].replace(/\.$/, '')}. Usage: ${usage}`)
  }
}

function readPort(text) {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= LAST_PORT) return port
  throw new Error(`--port ${text} is not a port number.`)
}

/** Converts an error of a server that cannot listen on its port. Returns undefined for other errors. */
export function portError({ code, syscall, message }, port, command) {
  const other = port < LAST_PORT ? port + 1 : port - 1
  if (code === 'EADDRINUSE')
    return new CommandError(`Port ${port} is in use. Use another port: ${command} -- --port ${other}`)
  return syscall === 'listen' ? new CommandError(`Port ${port} cannot be used: ${message}`) : undefined
}

/**
 * Loads a TypeScript module of the demo. Node 20 cannot read TypeScript, so Vite bundles it first: that takes a tenth of the time that it needs to
 * load one module after the other.
 */
export async function loadModule(file) {
  const { path, remove } = await bundleModule(file)
  try {
    process.setSourceMapsEnabled(true)
    return await import(pathToFileURL(path))
  } finally {
    await remove()
  }
}

/** Bundles a TypeScript module for Node. Returns the path of the bundle, and a function that removes it. */
export async function bundleModule(file) {
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

/** Closes the demo and ends the process when the user presses Ctrl-C. */
export function closeOnSignal(demo) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await demo.close()
      process.exit(0)
    })
}
