import { setTimeout } from 'node:timers/promises'
import pg from 'pg'

const MIN_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 15_000
const MAX_OUTAGE_MS = 20_000

/** Kills something every few seconds until `isOver()`. Resolves, when all runs again, with the number of faults of each kind. */
export async function causeFaults({ processes, postgres, databaseUrl, isOver }) {
  const faults = {
    'process killed': () => processes.kill(),
    ...(postgres && {
      'connections terminated': () => terminateConnections(databaseUrl),
      'PostgreSQL killed': async () => {
        await postgres.crash()
        await setTimeout(Math.random() * MAX_OUTAGE_MS)
        await postgres.restart()
      },
    }),
  }
  const counts = Object.fromEntries(Object.keys(faults).map(name => [name, 0]))
  for (let turn = 0; ; turn += 1) {
    await setTimeout(MIN_PAUSE_MS + Math.random() * (MAX_PAUSE_MS - MIN_PAUSE_MS))
    if (isOver()) return counts
    const name = Object.keys(faults)[turn % Object.keys(faults).length]
    await faults[name]()
    counts[name] += 1
  }
}

async function terminateConnections(databaseUrl) {
  const client = new pg.Client(databaseUrl)
  client.on('error', () => {})
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await client.end()
}
