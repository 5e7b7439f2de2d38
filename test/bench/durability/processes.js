import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const PROCESS = join(import.meta.dirname, 'platform-process.js')

/** Starts processes of the platform, each of which can be killed. `ports` has those of the processes that run. */
export async function startProcesses(count, bundle, options) {
  const running = new Map()
  let isStopping = false

  /** Until it succeeds: PostgreSQL may be away. */
  async function start() {
    while (!isStopping) {
      const child = fork(PROCESS, [bundle], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
      const ended = once(child, 'exit')
      child.send(options)
      const port = await Promise.race([once(child, 'message').then(([port]) => port), ended.then(() => undefined)])
      if (port) return void running.set(port, { child, ended })
      await setTimeout(1_000)
    }
  }

  // One after the other: the first creates the tables.
  for (let started = 0; started < count; started += 1) await start()
  return {
    ports: () => [...running.keys()],
    /** Kills a process, and starts another one in its place. Resolves when it has started. */
    async kill() {
      const ports = [...running.keys()]
      const port = ports[Math.floor(Math.random() * ports.length)]
      if (!port) return
      const { child, ended } = running.get(port)
      running.delete(port)
      child.kill('SIGKILL')
      await ended
      await setTimeout(Math.random() * 2_000)
      await start()
    },
    async stop() {
      isStopping = true
      for (const { child } of running.values()) child.kill('SIGTERM')
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}
