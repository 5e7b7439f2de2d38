// A process of the platform, from the bundle in its argument. It receives where its data is, and reports its port.

const { startServer } = await import(process.argv[2])

process.once('message', async options => process.send(await startServer(options)))
process.once('disconnect', () => process.exit())
