import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { CommandError, closeOnSignal, portError, readArguments } from './command.js'

// What the command of the package and `npm start` of the repository have in common.

const OPTIONS = {
  port: { type: 'string', default: '4400' },
  data: { type: 'string' },
  database: { type: 'string', default: process.env.DATABASE_URL ?? '' },
  'demo-data': { type: 'boolean' },
  'allow-origin': { type: 'string', multiple: true, default: [] },
  'allow-private-addresses': { type: 'boolean', default: false },
}

/** The options in the text of `--help`. */
const HELP = {
  '--port 4400': 'the port of all hosts',
  '--data <folder>': 'the folder of the data',
  '--database postgres://…': 'a PostgreSQL database instead of the embedded one; or set DATABASE_URL',
  '--demo-data': 'fills an empty PostgreSQL database with the demo: everybody knows its passwords',
  '--no-demo-data': 'leaves an empty embedded database without the demo',
  '--allow-origin http://localhost:5173': 'lets a page of yours use the platform; can be repeated',
  '--allow-private-addresses': 'lets the platform deliver files and webhooks to servers in your network',
}

/** Error codes of a disk that is full or broken. These errors name no path. */
const DISK_CODES = ['ENOSPC', 'EDQUOT', 'EIO']

/**
 * Reads the arguments of a command that starts the platform. The options follow `command`, and `about` says what it does. `dataDir` is the folder of the data
 * unless an argument names another one. `more` are further options, and `moreHelp` is their help.
 */
export function readPlatformArguments({ command, about, dataDir, more = {}, moreHelp = {} }) {
  const usage = `${command} [options]; --help lists them`
  const lines = Object.entries({ ...HELP, ...moreHelp, '--help': 'prints this text' })
  const help = `${about}\n\n${command} [options]\n\n${lines.map(([option, text]) => `  ${option.padEnd(40)}${text}`).join('\n')}`
  const config = { options: { ...OPTIONS, ...more }, allowNegative: true }
  const { positionals, ...values } = readArguments(config, usage, help)
  const {
    data,
    database,
    'demo-data': demoData,
    'allow-origin': origins,
    'allow-private-addresses': allowPrivateAddresses,
    ...others
  } = values
  return {
    ...others,
    command,
    dataDir: resolve(data ?? dataDir),
    databaseUrl: database || undefined,
    demoData,
    demoHistory: true,
    secretKey: process.env.REWARDS_SECRET_KEY,
    allowedOrigins: origins.map(origin => readOrigin(origin, usage)),
    allowPrivateAddresses,
  }
}

/** Reads the origin of a page. A path would suggest that only a part of the host is allowed. */
function readOrigin(text, usage) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new CommandError(`--allow-origin ${text} is not an origin, such as http://localhost:5173. Usage: ${usage}`)
}

/**
 * Starts the platform by `start` and prints its addresses. It is closed on Ctrl-C. `sites` are the names and addresses of further sites, and `notes` is
 * what else to say about the started platform.
 */
export async function runPlatform(start, options, { sites = () => ({}), notes = () => [] } = {}) {
  const { databaseUrl, dataDir } = options
  console.log(databaseUrl || existsSync(dataDir) ? 'Opening the database …' : 'Creating the database …')
  const started = await start().catch(error => {
    throw portError(error, options.port, options.command) ?? dataError(error, dataDir) ?? error
  })
  closeOnSignal(started)
  const { program, server } = started.origins
  const addresses = {
    ...sites(started),
    'Program domain': `${program} (API reference: /docs)`,
    'Server API': `${server} (API reference: /docs)`,
    Console: `${server}/console${describeUser(started.platform)}`,
  }
  const lines = [...Object.entries(addresses), ...options.allowedOrigins.map(origin => ['Allowed origin', origin])].map(
    ([name, text]) => `  ${name.padEnd(16)}${text}`,
  )
  const sentences = [
    `The data is in ${describePlace(options)}.`,
    ...describeAccess(started.platform, options),
    ...notes(started),
    'Press Ctrl-C to stop.',
  ]
  console.log(`\n${lines.join('\n')}\n\n  ${sentences.join(' ')}\n`)
}

/** Converts an error of the database or the data folder. Returns undefined for other errors. */
function dataError({ code, path = '', message }, dataDir) {
  if (code === 'folder_in_use' || code === 'database_error') return new CommandError(message)
  if (DISK_CODES.includes(code) || isOnPathTo(dataDir, path))
    return new CommandError(`The data folder ${dataDir} cannot be used: ${message}`)
  return undefined
}

/** Whether `path` is the folder, inside it, or one of its parents. Creating a folder can fail at a parent. */
function isOnPathTo(folder, path) {
  return path.startsWith(folder) || (path !== '' && folder.startsWith(path))
}

function describeUser({ user }) {
  return user ? ` (email: ${user.email}, password: ${user.password})` : ''
}

/** Who can use a database that is more than a demo on this machine. */
function describeAccess({ hasDemoData, user }, { databaseUrl }) {
  if (!hasDemoData) return user ? ['The password is printed only now.'] : []
  return databaseUrl ? ['The database has demo data: everybody knows its passwords, keys and tokens.'] : []
}

function describePlace({ databaseUrl, dataDir }) {
  if (!databaseUrl) return relative(process.cwd(), dataDir) || '.'
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${pathname.slice(1)} on ${host}`
}
