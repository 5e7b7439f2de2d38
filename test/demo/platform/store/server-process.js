import { loadModule } from '../../../../demo/command.js'

// A process that runs the demo with the options that it receives, and reports its origins.

const { startDemo } = await loadModule('demo/main.ts')

process.once('message', async ({ clockOffsetMs, ...options }) => {
  const { origins } = await startDemo({ ...options, now: () => Date.now() + clockOffsetMs })
  process.send(origins)
})
process.once('disconnect', () => process.exit())
