import { loadModule } from '../../../demo/command.js'

// A process of the platform. It receives where its database is, and reports its port; then, each time it is asked, its memory.

const { startServer } = await loadModule('test/bench/platform/start-server.ts')

process.once('message', async database => {
  process.send(await startServer(database))
  process.on('message', () => {
    globalThis.gc()
    const { heapUsed, rss } = process.memoryUsage()
    process.send({ heapUsed, rss })
  })
})
process.once('disconnect', () => process.exit())
