import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWhatIsStale, installDependencies, root, Trouble } from '../setup.js'

const usage = 'npm run gallery -- [--port 4410]'

try {
  const port = readPort()
  installDependencies()
  buildWhatIsStale()
  const gallery = await start(port)
  console.log(`\n  Gallery  ${gallery.origin}\n\n  Nothing is kept. Ctrl-C stops.\n`)
  stopOnSignal(gallery)
} catch (error) {
  console.error(error instanceof Trouble ? error.message : error)
  process.exit(1)
}

function readPort() {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '4410' } } })
    return Number(values.port)
  } catch ({ message }) {
    throw new Trouble(`${message}\nUsage: ${usage}`)
  }
}

async function start(port) {
  // Vite is there only now, and the gallery is written in TypeScript, which Node 20 does not read.
  const { runnerImport } = await import('vite')
  const file = join(root, 'demo/gallery/gallery.ts')
  const { module } = await runnerImport(file, { root, configFile: false, logLevel: 'error' })
  try {
    return await module.startGallery({ port })
  } catch (error) {
    // Another demo may be running, or this one.
    if (error.syscall === 'listen' || error instanceof RangeError)
      throw new Trouble(`Port ${port} cannot be used: ${error.message}. Usage: ${usage}`)
    throw error
  }
}

function stopOnSignal(gallery) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await gallery.close()
      process.exit(0)
    })
}
