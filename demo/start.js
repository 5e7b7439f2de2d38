import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhatIsStale, installDependencies, root, Trouble } from './setup.js'

const usage = 'npm start -- [--port 4400] [--data demo/.data] [--https]'

/** What the file system answers without naming a path: the disk, or one's share of it, is full, or it fails. */
const DISK_CODES = ['ENOSPC', 'EDQUOT', 'EIO']

const LAST_PORT = 65_535

try {
  const options = readOptions()
  installDependencies()
  buildWhatIsStale()
  const demo = await start(options)
  console.log(welcome(demo.origins, options))
  stopOnSignal(demo)
} catch (error) {
  // A message for whom it is meant: a line for what a person can mend, a stack for what is our fault.
  console.error(error instanceof Trouble ? error.message : error)
  process.exit(1)
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '4400' },
        data: { type: 'string', default: join(root, 'demo/.data') },
        https: { type: 'boolean', default: false },
      },
    })
    const port = Number(values.port)
    if (!Number.isInteger(port) || port < 0 || port > LAST_PORT) throw new Error(`--port ${values.port} is not a port.`)
    return { port, https: values.https, dataDir: resolve(values.data) }
  } catch ({ message }) {
    throw new Trouble(`${message.split('. ')[0].replace(/\.$/, '')}. Usage: ${usage}`)
  }
}

async function start(options) {
  // Vite is there only now, and the demo is written in TypeScript, which Node 20 does not read.
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(join(root, 'demo/main.ts'), { root, configFile: false, logLevel: 'error' })
  try {
    return await module.startDemo(options)
  } catch (error) {
    throw explained(error, options)
  }
}

/** What of a failed start has its reason outside the program. */
function explained(error, { port, dataDir }) {
  const { code, syscall, path = '', message } = error
  const another = port < LAST_PORT ? port + 1 : port - 1
  if (code === 'EADDRINUSE') return new Trouble(`Port ${port} is in use. Another one: npm start -- --port ${another}`)
  if (syscall === 'listen') return new Trouble(`Port ${port} cannot be used: ${message}`)
  if (code === 'folder_in_use') return new Trouble(message)
  if (DISK_CODES.includes(code) || isWithin(dataDir, path))
    return new Trouble(`The data folder ${dataDir} cannot be used: ${message}`)
  return error
}

/** Whether a path is this folder, in it, or one on the way to it, which is where making a deep folder fails. */
function isWithin(folder, path) {
  return path.startsWith(folder) || (path !== '' && folder.startsWith(path))
}

function welcome({ shop, otherShop, program, server }, { dataDir, https }) {
  return `
  Shop            ${shop}
  Second shop     ${otherShop} (another site than the program domain)
  Program domain  ${program} (its calls to read at /docs)
  Server API      ${server} (its calls at /docs, its mails at /mails, its zones to edit at /zones)

  Data is kept in ${relative(process.cwd(), dataDir) || '.'}. Ctrl-C stops.${https ? ' The certificate is self-signed: the browser asks once for each host. Open the program domain first.' : ''}
`
}

function stopOnSignal(demo) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await demo.close()
      process.exit(0)
    })
}
