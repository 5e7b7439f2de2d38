import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

// Runs before packages are installed: only Node's own modules can be imported here.

const LAST_PORT = 65_535

/** An error that the user can fix. Commands print its message without a stack. */
export class CommandError extends Error {}

/** Runs a command. If the command fails, prints the error and ends the process with status 1. */
export async function runCommand(command) {
  try {
    checkNode(process.versions.node)
    await command()
  } catch (error) {
    console.error(error instanceof CommandError ? error.message : error)
    process.exit(1)
  }
}

/** Throws a `CommandError` if the package does not support this version of Node. */
export function checkNode(version) {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const oldest = engines.node.replace('>=', '')
  // Compares numbers, not texts: 9 is older than 20.
  if (version.localeCompare(oldest, 'en', { numeric: true }) >= 0) return
  throw new CommandError(`Node ${oldest} or newer is needed. This is Node ${version}.`)
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

/** Converts an error of a server that cannot listen on its port. `command` is what the option `--port` follows. Returns undefined for other errors. */
export function portError({ code, syscall, message }, port, command) {
  const other = port < LAST_PORT ? port + 1 : port - 1
  if (code === 'EADDRINUSE')
    return new CommandError(`Port ${port} is in use. Use another port: ${command} --port ${other}`)
  return syscall === 'listen' ? new CommandError(`Port ${port} cannot be used: ${message}`) : undefined
}

/** Closes a server and ends the process when the user presses Ctrl-C. */
export function closeOnSignal(server) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await server.close()
      process.exit(0)
    })
}
