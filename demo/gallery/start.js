import { closeOnSignal, loadModule, portError, readArguments, runCommand } from '../command.js'
import { buildIfOutdated, installDependencies } from '../setup.js'

const usage = 'npm run gallery -- [--port 4410]'

await runCommand(async () => {
  const { port } = readArguments({ options: { port: { type: 'string', default: '4410' } } }, usage)
  installDependencies()
  await buildIfOutdated()
  const gallery = await start(port)
  closeOnSignal(gallery)
  console.log(`\n  Gallery  ${gallery.origin}\n\n  Nothing is saved. Press Ctrl-C to stop.\n`)
})

async function start(port) {
  const { startGallery } = await loadModule('demo/gallery/gallery.ts')
  try {
    return await startGallery({ port })
  } catch (error) {
    throw portError(error, port, 'npm run gallery --') ?? error
  }
}
