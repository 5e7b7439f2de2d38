import { join, relative, resolve } from 'node:path'
import { CommandError, closeOnSignal, loadModule, portError, readArguments, root, runCommand } from './command.js'
import { buildBundlesIfOutdated, installDemo } from './setup.js'

const usage =
  'npm start -- [--port 4400] [--data demo/.data] [--database postgres://…] [--demo-data] [--https] [--allow-origin http://localhost:5173] [--allow-private-addresses]'

const help = `Runs the demo: a local Rewards Platform and a shop.

npm start -- [options]

  --port 4400                             the port of all hosts
  --data demo/.data                       the folder of the data
  --database postgres://…                 a PostgreSQL database instead of the embedded one; or set DATABASE_URL
  --demo-data                             fills an empty PostgreSQL database with the demo: everybody knows its passwords
  --https                                 serves over TLS, with a self-signed certificate
  --allow-origin http://localhost:5173    lets a page of yours use the platform; can be repeated
  --allow-private-addresses               lets the platform deliver files and webhooks to servers in your network
  --help                                  prints this text`

/** Error codes of a disk that is full or broken. These errors name no path. */
const DISK_CODES = ['ENOSPC', 'EDQUOT', 'EIO']

await runCommand(async () => {
  const options = readOptions()
  installDemo()
  buildBundlesIfOutdated()
  const demo = await start(options)
  closeOnSignal(demo)
  console.log(startMessage(demo, options))
})

function readOptions() {
  const options = {
    port: { type: 'string', default: '4400' },
    data: { type: 'string', default: join(root, 'demo/.data') },
    database: { type: 'string', default: process.env.DATABASE_URL ?? '' },
    'demo-data': { type: 'boolean', default: false },
    https: { type: 'boolean', default: false },
    'allow-origin': { type: 'string', multiple: true, default: [] },
    'allow-private-addresses': { type: 'boolean', default: false },
  }
  const { port, data, database, https, 'demo-data': demoData, ...allowed } = readArguments({ options }, usage, help)
  return {
    port,
    https,
    dataDir: resolve(data),
    databaseUrl: database || undefined,
    demoData: demoData || !database,
    secretKey: process.env.REWARDS_SECRET_KEY,
    allowedOrigins: allowed['allow-origin'].map(readOrigin),
    allowPrivateAddresses: allowed['allow-private-addresses'],
  }
}

/** Reads the origin of a page. A path would suggest that only a part of the host is allowed. */
function readOrigin(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  throw new CommandError(`--allow-origin ${text} is not an origin, such as http://localhost:5173. Usage: ${usage}`)
}

async function start(options) {
  const { startDemo } = await loadModule('demo/main.ts')
  try {
    return await startDemo(options)
  } catch (error) {
    throw portError(error, options.port, 'npm start') ?? dataError(error, options.dataDir) ?? error
  }
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

function startMessage({ origins, platform }, { https, allowedOrigins, ...data }) {
  const { shop, otherShop, program, server } = origins
  const certificate = https
    ? ' The certificate is self-signed: accept it once for each host, and open the program domain first.'
    : ''
  const allowed = allowedOrigins.map(origin => `  Allowed origin  ${origin}\n`).join('')
  return `
  Shop            ${shop}
  Second shop     ${otherShop} (on another site than the program domain)
  Program domain  ${program} (API reference: /docs)
  Server API      ${server} (API reference: /docs)
  Console         ${server}/console${describeUser(platform)}
${allowed}
  The data is in ${describePlace(data)}.${describeDemoData(platform, data)} Press Ctrl-C to stop.${certificate}
`
}

function describeUser({ user }) {
  return user ? ` (email: ${user.email}, password: ${user.password})` : ''
}

/** What to know about a database on a server. The embedded database always has demo data. */
function describeDemoData({ hasDemoData, user }, { databaseUrl }) {
  if (!databaseUrl) return ''
  if (hasDemoData) return ' The database has demo data: everybody knows its passwords, keys and tokens.'
  const password = user ? ' The password is printed only now.' : ''
  return `${password} Without demo data, the shop has no content.`
}

function describePlace({ databaseUrl, dataDir }) {
  if (!databaseUrl) return relative(process.cwd(), dataDir) || '.'
  const { host, pathname } = new URL(databaseUrl)
  return `the database ${pathname.slice(1)} on ${host}`
}
