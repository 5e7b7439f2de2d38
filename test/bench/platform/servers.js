import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** Starts so many processes of the platform on one database. `root` is the copy of the repository whose platform they run. */
export async function startServers(count, database, root = ROOT) {
  const file = join(root, 'test/bench/platform/server-process.js')
  const processes = Array.from({ length: count }, () => fork(file, { execArgv: ['--expose-gc'] }))
  // One after the other: the first creates the tables.
  const ports = []
  for (const each of processes) ports.push(await ask(each, database))
  return {
    ports,
    pids: processes.map(each => each.pid),
    /** The memory of all processes together, garbage collected, in bytes. */
    async memory() {
      const found = await Promise.all(processes.map(each => ask(each, 'memory')))
      const sum = name => found.reduce((total, each) => total + each[name], 0)
      return { heapUsed: sum('heapUsed'), rss: sum('rss') }
    },
    async stop() {
      await Promise.all(
        processes.map(async each => {
          const ended = once(each, 'exit')
          each.kill('SIGTERM')
          await ended
        }),
      )
    },
  }
}

async function ask(child, question) {
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('A process of the platform has ended')))
  const answered = once(child, 'message').then(([answer]) => answer)
  child.send(question)
  return Promise.race([answered, failed])
}
