import { join } from 'node:path'
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

/** Parses the arguments of a command, with the configuration of `parseArgs`. Throws a `CommandError` that shows the usage. */
export function readArguments(config, usage) {
  try {
    const { values, positionals } = parseArgs(config)
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

/** Loads a TypeScript module of the demo. Node 20 cannot read TypeScript. */
export async function loadModule(file) {
  // Not at the top of the file: the command may have installed Vite only now.
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(join(root, file), { root, configFile: false, logLevel: 'error' })
  return module
}

/** Closes the demo and ends the process when the user presses Ctrl-C. */
export function closeOnSignal(demo) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await demo.close()
      process.exit(0)
    })
}
