import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { CommandError, loadModule } from '../../../demo/command.js'
import { printTable } from '../events/table.js'
import { percentilesOf, requestsOf, startPlace, summaryOf, visitByTurns } from './by-turns.js'
import { check, sizes } from './check.js'
import { createClient } from './client.js'
import { startServers } from './servers.js'
import { createAdvocates, runVisits } from './visits.js'

const SETUPS = {
  pglite: { processes: 1 },
  postgres: { processes: 1 },
  'postgres-2': { processes: 2 },
}
const VISITS = 10_000
/** Visits of each copy, when two are compared. */
const COMPARED = 1_000
const ROUNDS = 10

/**
 * All databases, or those that are named. A number among the names is the number of visits. The folder of another copy of the repository compares that
 * copy's platform with this one.
 */
export async function run(parts) {
  const [copy] = parts.filter(part => part.includes('/'))
  if (copy) return compare(resolve(copy), Number(parts.find(Number)) || COMPARED)
  const names = parts.filter(part => !Number(part))
  const unknown = names.filter(name => !(name in SETUPS))
  if (unknown.length) throw new CommandError(`No setup ${unknown}. There are: ${Object.keys(SETUPS).join(', ')}`)
  const visits = Number(parts.find(Number)) || VISITS
  const tools = await loadModule('test/bench/platform/start-server.ts')
  console.log(
    `${availableParallelism()} cores (${cpus()[0]?.model}), Node ${process.version}. The visitors run on them, too.`,
  )
  const found = []
  for (const name of names.length ? names : Object.keys(SETUPS)) found.push(await measure(name, visits, tools))
  printTable(found)
}

/** Visits to the platforms of two copies of the repository, by turns, on two databases of one PostgreSQL server. */
async function compare(copy, count) {
  if (!existsSync(join(copy, 'test/bench/platform/server-process.js')))
    throw new CommandError(`${copy} is no copy of this repository`)
  const tools = await loadModule('test/bench/platform/start-server.ts')
  const postgres = await tools.startPostgres()
  try {
    const places = [await startPlace('then', postgres, tools, copy), await startPlace('now', postgres, tools)]
    await visitByTurns(places, { rounds: ROUNDS, visits: Math.ceil(count / ROUNDS) })
    for (const { servers } of places) await servers.stop()
    console.log(`\nload ${loadavg()[0].toFixed(1)}`)
    printTable(summaryOf(places))
    printTable(requestsOf(places))
  } finally {
    await postgres.stop()
  }
}

async function measure(name, count, tools) {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-bench-'))
  const postgres = name === 'pglite' ? undefined : await tools.startPostgres()
  const database = postgres
    ? { databaseUrl: await tools.createDatabase(postgres.url, { name: 'bench', template: 'template0' }) }
    : { dataDir: folder }
  try {
    return await measureOn(database, name, count, tools)
  } finally {
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureOn(database, name, count, tools) {
  const servers = await startServers(SETUPS[name].processes, database)
  const client = createClient(tools.PROGRAM_HOST, tools.SHOP, servers.ports)
  const advocates = await createAdvocates(client, tools.proofOf)
  const memory = [await servers.memory()]
  const { visits, seconds } = await runVisits(client, count, advocates, async () => memory.push(await servers.memory()))
  await servers.stop()
  const opened = await tools.openDatabase(database)
  const checks = await check(opened, visits)
  const tables = await sizes(opened, visits)
  await opened.close()

  console.log(`\n${name}: ${visits} visits, load ${loadavg()[0].toFixed(1)}`)
  const { setup, ...times } = client.times
  printTable(Object.entries(times).map(([kind, ms]) => ({ request: kind, requests: ms.length, ...percentilesOf(ms) })))
  printTable(checks)
  printTable(tables)
  for (const error of [...new Set(client.errors)].slice(0, 5)) console.log(error)
  const all = Object.values(times).flat()
  return {
    database: name,
    visits,
    'visits a second': (visits / seconds).toFixed(1),
    'requests a second': (all.length / seconds).toFixed(0),
    requests: all.length,
    ...percentilesOf(all),
    errors: client.errors.length,
    'heap (MB), in quarters': memory.map(({ heapUsed }) => Math.round(heapUsed / 1e6)).join(', '),
  }
}
